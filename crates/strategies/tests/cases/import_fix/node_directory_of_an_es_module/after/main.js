import fs from 'fs';
import path from 'path';
import { fileURLToPath } from 'url';

const __dirname = path.dirname(fileURLToPath(import.meta.url));

console.log(fs.readFileSync(path.join(__dirname, 'tea.txt'), 'utf8'));
