package tab

// Width of a tab.
const Width = 8
