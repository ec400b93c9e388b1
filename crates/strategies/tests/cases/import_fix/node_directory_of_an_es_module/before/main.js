import fs from 'fs';
import path from 'path';

console.log(fs.readFileSync(path.join(__dirname, 'tea.txt'), 'utf8'));
