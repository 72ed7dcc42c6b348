export { readZip, writeZip } from '@cloche/storage';
