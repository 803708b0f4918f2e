/** Redraws the charts of docs/benchmarks.md from results.md, with their alt texts: `npm run charts`. */
import { runProgram } from '../../tools/process/runProgram';
import { writeCharts } from './writeCharts';

runProgram(writeCharts);
