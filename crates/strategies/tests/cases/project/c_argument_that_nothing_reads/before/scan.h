int next();
void start();
