const names: Array<string> = [];
