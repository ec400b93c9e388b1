const names: Array<string = [];
