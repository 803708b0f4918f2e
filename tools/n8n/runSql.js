/** Runs a statement in an SQLite database and prints its rows as JSON: `node runSql.js file statement values`. */
const { DatabaseSync } = require('node:sqlite');

const [, , file, statement, values] = process.argv;
const database = new DatabaseSync(file, { timeout: 30_000 });
console.log(JSON.stringify(database.prepare(statement).all(...JSON.parse(values))));
