int tree_size(void);
