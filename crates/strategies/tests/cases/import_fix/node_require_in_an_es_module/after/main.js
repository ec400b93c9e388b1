import fs from 'fs';
import { join as beside } from 'path';
import { boil } from './kettle.js';
import kettle from 'kettle';

console.log(fs.existsSync(beside('.', 'main.js')), boil(3), kettle.cups);
