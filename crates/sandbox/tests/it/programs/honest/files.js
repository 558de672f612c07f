const fs = require('fs'), { execFileSync } = require('child_process');
fs.writeFileSync('written.txt', 'a\n');
if (fs.readFileSync('written.txt', 'utf8') !== 'a\n') throw new Error('written.txt');
if (String(execFileSync('sh', ['-c', 'echo child'])) !== 'child\n') throw new Error('child');
const digest = require('crypto').createHash('sha256').update('a').digest('hex');
if (!digest.startsWith('ca97')) throw new Error('digest');
fs.promises.readFile('written.txt').then(() => setTimeout(() => console.log('ok'), 5));
