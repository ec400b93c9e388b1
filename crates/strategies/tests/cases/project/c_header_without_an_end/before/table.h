#ifndef TABLE_H
#define TABLE_H
#ifdef __cplusplus
extern "C" {
#endif
int table_size(void);
double table_mean(const double *values)
#ifdef __cplusplus
}
#endif
#endif
