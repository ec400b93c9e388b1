// Asks TypeScript's own LanguageService for its code fixes, and tries them in memory.
//
// Started as `node -e THIS`. Every line of standard input is a question, every line that is printed the answer to
// one, both JSON; `typescript.rs` beside this file holds both ends' types. Nothing is written. It ends with its
// standard input, and when there are no more questions.
'use strict';
const fs = require('fs');
const path = require('path');
const readline = require('readline');

// From version 22 on Node keeps what it compiled where tsc keeps it, too.
const modules = require('module');
modules.enableCompileCache?.();

// Nobody asks any more after so long: whoever started this is not going to.
const PATIENCE_MS = 180_000;

let request;
// Set when the search begins: how long it takes to load TypeScript says nothing of the search.
let deadline = Infinity;
const outOfTime = () => Date.now() > deadline;

// The last answer, and its tree.
let last = { tree: undefined, answer: undefined };
// The parsed files, kept between questions; most are TypeScript's own declarations.
let documents;
let ts;
// Counts the texts that were tried: no two have a version in common.
let tried = 0;

function main() {
  let patience;
  const wait = () => {
    clearTimeout(patience);
    patience = setTimeout(() => process.exit(0), PATIENCE_MS);
  };
  wait();
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    print(answer(line));
    modules.flushCompileCache?.();
    wait();
  });
  lines.on('close', () => process.exit(0));
}

function answer(question) {
  request = JSON.parse(question);
  ts ||= loadTypescript();
  if (!ts) return { error: 'no-typescript' };
  documents ||= ts.createDocumentRegistry();
  const parsed = commandLine();
  if (!parsed) return { error: 'no-project', version: ts.version };
  if (last.answer && last.tree === treeOf(parsed, last.files)) return last.answer;
  deadline = Infinity;
  const project = openProject(parsed);
  const found = { version: ts.version, ...new Search(project).run() };
  last.project?.service.dispose();
  project.show(new Map());
  const files = project.files();
  last = { project, files, tree: treeOf(parsed, files), answer: found };
  return found;
}

// The state of everything that was read, and of what would be found if it were looked for again.
function treeOf(parsed, files) {
  const beside = ['package.json', 'node_modules'].map(absolute);
  return JSON.stringify([parsed.options, parsed.fileNames, [...files, ...beside].map((file) => [file, stamp(file)])]);
}

// Names a state of a file; how it changes does not matter.
function stamp(file) {
  try {
    const { mtimeMs, size } = fs.statSync(file);
    return `${mtimeMs}:${size}`;
  } catch {
    return '';
  }
}

function print(answer) {
  process.stdout.write(JSON.stringify(answer) + '\n');
}

// ---- Which TypeScript: the project's, the one beside the `tsc` that would be run, an installed one.

function loadTypescript() {
  for (const file of candidates()) {
    try {
      const ts = require(file);
      // TypeScript 7 ships no LanguageService.
      if (ts.createLanguageService) return ts;
    } catch {
      // Not there, or no TypeScript: the next one may be.
    }
  }
  return undefined;
}

function* candidates() {
  const library = ['node_modules', 'typescript', 'lib', 'typescript.js'];
  for (let directory = request.directory; ; directory = path.dirname(directory)) {
    yield path.join(directory, ...library);
    if (directory === path.dirname(directory)) break;
  }
  for (const directory of (process.env.PATH || '').split(path.delimiter)) {
    try {
      const program = fs.realpathSync(path.join(directory, 'tsc'));
      yield path.resolve(program, '../../lib/typescript.js');
    } catch {
      // No tsc in this directory.
    }
  }
  for (const directory of request.libraries) yield path.join(directory, ...library);
}

// ---- The project that the command checks.

function openProject(parsed) {
  const overlay = new Map();
  const versions = new Map();
  const stamps = new Map();
  const known = (file) => {
    if (!stamps.has(file)) stamps.set(file, stamp(file));
    return stamps.get(file);
  };
  const read = (file) => (overlay.has(file) ? overlay.get(file) : ts.sys.readFile(file));
  const host = {
    ...ts.sys,
    getCompilationSettings: () => parsed.options,
    getScriptFileNames: () => [...new Set([...parsed.fileNames.map((file) => absolute(file)), ...created()])],
    getScriptVersion: (file) => `${known(file)} ${versions.get(file) || 0}`,
    getScriptSnapshot: (file) => {
      const text = read(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => request.directory,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    getProjectReferences: () => parsed.projectReferences,
    readFile: read,
    fileExists: (file) => overlay.has(file) || ts.sys.fileExists(file),
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getPackageJsonAutoImportProvider: () => (packages ||= installedPackages(parsed.options)),
  };
  let packages;
  const created = () => [...overlay.keys()].filter((file) => !ts.sys.fileExists(file));
  const service = ts.createLanguageService(host, documents);
  // The texts of a state of the search; what is not named is as it is on the disk.
  const show = (texts) => {
    for (const file of new Set([...overlay.keys(), ...texts.keys()])) {
      if (overlay.get(file) === texts.get(file)) continue;
      versions.set(file, ++tried);
      if (texts.has(file)) overlay.set(file, texts.get(file));
      else overlay.delete(file);
    }
  };
  const files = () => service.getProgram().getSourceFiles().map((file) => file.fileName);
  return { service, show, read, files };
}

// The exports of installed packages, imported anywhere or not; computed when a name is missing.
function installedPackages(options) {
  const names = [...new Set(packageNames())].slice(0, 60);
  const beside = absolute('package.json');
  const resolve = (name) => {
    const found = ts.resolveModuleName(name, beside, { ...options, types: undefined }, ts.sys).resolvedModule;
    const usual = absolute(`node_modules/${name}/index.d.ts`);
    return found && /\.[cm]?tsx?$/.test(found.extension) ? found.resolvedFileName : ts.sys.fileExists(usual) && usual;
  };
  const rootNames = names.map(resolve).filter(Boolean);
  return ts.createProgram({ rootNames, options: { ...options, noLib: true, types: [], noResolve: false } });
}

function packageNames() {
  try {
    const manifest = JSON.parse(ts.sys.readFile(absolute('package.json')));
    const listed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies });
    return listed.map((name) => name.replace(/^@types\//, ''));
  } catch {
    // Without a manifest: whatever is there.
  }
  const list = (directory) => (ts.sys.directoryExists(absolute(directory)) ? ts.sys.getDirectories(absolute(directory)) : []);
  return [...list('node_modules/@types'), ...list('node_modules').filter((name) => !/^[.@]/.test(name))];
}

function absolute(file) {
  return path.resolve(request.directory, file).split(path.sep).join('/');
}

function commandLine() {
  const given = ts.parseCommandLine(request.arguments, ts.sys.readFile);
  if (given.fileNames.length > 0) return given;
  const named = given.options.project;
  const config = named ? configFile(absolute(named)) : nearestConfig();
  if (!config) return undefined;
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const parsed = ts.getParsedCommandLineOfConfigFile(config, given.options, host);
  if (parsed && parsed.fileNames.length === 0 && parsed.projectReferences) {
    const [first] = parsed.projectReferences;
    return first && ts.getParsedCommandLineOfConfigFile(ts.resolveProjectReferencePath(first), given.options, host);
  }
  return parsed;
}

function configFile(file) {
  return ts.sys.directoryExists(file) ? path.join(file, 'tsconfig.json') : file;
}

function nearestConfig() {
  const from = request.near ? path.dirname(absolute(request.near)) : request.directory;
  return ts.findConfigFile(from, ts.sys.fileExists) || ts.findConfigFile(request.directory, ts.sys.fileExists);
}

// ---- The search: fixes one by one, all together, then sequences of them, the fewest errors first.

// How much a fix presumes, 0 being the least; none for what is never proposed. Some fixes of one name differ by
// what they say first.
function rank({ fixName, description }) {
  const [word] = description.split(' ');
  const known = [`${fixName}: ${word}`, fixName].find((name) => name in request.ranks);
  return known === undefined ? request.unknown_rank : request.ranks[known];
}

const FORMAT = {
  indentSize: 4, tabSize: 4, newLineCharacter: '\n', convertTabsToSpaces: true, indentStyle: 2,
  insertSpaceAfterCommaDelimiter: true, insertSpaceAfterSemicolonInForStatements: true,
  insertSpaceBeforeAndAfterBinaryOperators: true, insertSpaceAfterKeywordsInControlFlowStatements: true,
  insertSpaceAfterOpeningAndBeforeClosingNonemptyBraces: true, semicolons: 'ignore',
};
const PREFERENCES = { includeCompletionsForModuleExports: true, providePrefixAndSuffixTextForRename: true, allowTextChangesInNewFiles: true };
const MOST_ERRORS = 60;
const MOST_FIXES = 6;

class Search {
  constructor(project) {
    this.project = project;
    this.watched = undefined;
  }

  run() {
    const start = this.state(new Map(), [], 0);
    deadline = Date.now() + request.budget_ms;
    const findings = this.offers(start);
    const together = this.together(start, findings);
    const plan = together && together.errors.length === 0 ? undefined : this.plan(start, together);
    return {
      errors: start.errors.length,
      left: together ? together.errors.length : start.errors.length,
      findings: findings.map(({ error, fixes }) => ({ ...this.place(error), fixes: fixes.map((fix) => this.output(fix)) })),
      plan: plan && plan.steps.length > 0 ? this.outputState(plan, findings) : null,
    };
  }

  // A tree of texts, the errors in it, and how much the step to it presumes that presumes most.
  state(texts, steps, rank) {
    this.project.show(texts);
    return { texts, steps, rank, errors: this.errors() };
  }

  errors() {
    const { service } = this.project;
    const program = service.getProgram();
    const own = program.getSourceFiles().filter((file) =>
      !program.isSourceFileDefaultLibrary(file) && !program.isSourceFileFromExternalLibrary(file) && !file.fileName.includes('/node_modules/'));
    const syntax = own.flatMap((file) => service.getSyntacticDiagnostics(file.fileName));
    // tsc stops before it looks at types when something does not parse.
    const found = syntax.length > 0 ? syntax : [
      ...service.getCompilerOptionsDiagnostics(),
      ...own.flatMap((file) => service.getSemanticDiagnostics(file.fileName)),
    ];
    return found.filter((error) => error.category === ts.DiagnosticCategory.Error);
  }

  // Every error of a state with its fixes; the state must be the one that is shown.
  offers(state) {
    const seen = new Set();
    return state.errors.slice(0, MOST_ERRORS).map((error) => ({ error, fixes: this.fixes(error, state, seen) }));
  }

  fixes(error, state) {
    if (!error.file || outOfTime()) return [];
    const end = error.start + (error.length || 0);
    let actions = [];
    try {
      actions = this.project.service.getCodeFixesAtPosition(error.file.fileName, error.start, end, [error.code], this.format(error.file.text), PREFERENCES);
    } catch {
      // A fix that crashes the service offers nothing.
    }
    const usable = actions.filter((action) => this.isUsable(action));
    return usable.map(withoutRepeats)
      .map((action, order) => ({ action, order, rank: rank(action), texts: this.apply(action.changes, state.texts) }))
      .filter((fix) => fix.texts)
      .sort((a, b) => a.rank - b.rank || a.order - b.order)
      .slice(0, MOST_FIXES);
  }

  isUsable(action) {
    const isOwn = (change) => !change.fileName.includes('/node_modules/') && !change.fileName.endsWith('.json');
    const silences = (change) => change.textChanges.some((edit) => /@ts-(ignore|expect-error|nocheck)/.test(edit.newText));
    return rank(action) !== null && !(action.commands || []).length && action.changes.length > 0
      && action.changes.every((change) => isOwn(change) && !silences(change));
  }

  format(text) {
    const indented = /^( +|\t)\S/m.exec(text);
    const size = indented && indented[1] !== '\t' ? indented[1].length : 4;
    return { ...FORMAT, indentSize: size, tabSize: size, convertTabsToSpaces: !indented || indented[1] !== '\t',
      newLineCharacter: text.includes('\r\n') ? '\r\n' : '\n' };
  }

  apply(changes, texts) {
    const next = new Map(texts);
    for (const change of changes) {
      let text = next.has(change.fileName) ? next.get(change.fileName) : this.project.read(change.fileName);
      if (text === undefined && !change.isNewFile) return undefined;
      text = text || '';
      let limit = Infinity;
      for (const { span, newText } of ordered(change.textChanges).reverse()) {
        if (span.start + span.length > limit) return undefined;
        text = text.slice(0, span.start) + newText + text.slice(span.start + span.length);
        limit = span.start;
      }
      next.set(change.fileName, text);
    }
    return next;
  }

  // The best fix of every error, applied at once as far as they fit.
  together(start, findings) {
    const taken = [];
    for (const { fixes } of findings) {
      const fix = fixes.find((fix) => !taken.some((other) => clash(other, fix)));
      if (fix && !taken.some((other) => same(other, fix))) taken.push(fix);
    }
    const merged = new Map();
    for (const fix of taken) {
      for (const { fileName, textChanges, isNewFile } of fix.action.changes) {
        const known = merged.get(fileName) || { fileName, isNewFile, textChanges: [] };
        const fresh = textChanges.filter((edit) => !known.textChanges.some((other) => sameEdit(edit, other)));
        merged.set(fileName, { ...known, textChanges: [...known.textChanges, ...fresh] });
      }
    }
    const texts = taken.length > 0 && this.apply([...merged.values()], start.texts);
    return texts ? this.state(texts, taken.map((fix) => fix.action.description), Math.max(...taken.map((fix) => fix.rank))) : undefined;
  }

  // Sequences of fixes, the state of fewest errors first, until none is left or time is up.
  plan(start, together) {
    const open = [start, ...(together ? [together] : [])];
    const known = new Set();
    let best = start;
    while (open.length > 0 && best.errors.length > 0 && !outOfTime()) {
      open.sort((a, b) => a.errors.length - b.errors.length || a.rank - b.rank || a.steps.length - b.steps.length);
      const state = open.shift();
      const next = this.successors(state, known);
      for (const found of next) {
        if (found.errors.length < best.errors.length) best = found;
        if (found.errors.length === 0) break;
      }
      open.push(...next);
    }
    return best;
  }

  successors(state, known) {
    this.project.show(state.texts);
    const offers = this.offers(state).flatMap(({ fixes }) => fixes);
    const found = [];
    const consider = (texts, title, rank) => {
      const key = JSON.stringify([...texts]);
      if (!texts.size || known.has(key) || outOfTime()) return false;
      known.add(key);
      found.push(this.state(texts, [...state.steps, title], Math.max(state.rank, rank)));
      return found[found.length - 1].errors.length === 0;
    };
    this.project.show(state.texts);
    const everywhere = this.everywhere(offers, state);
    for (const { texts, title, rank } of everywhere) if (consider(texts, title, rank)) return found;
    for (const fix of offers) if (consider(fix.texts, fix.action.description, fix.rank)) return found;
    return found;
  }

  // The same kind of fix for a whole file, where the service knows how.
  everywhere(offers, state) {
    const kinds = new Map();
    for (const { action } of offers) {
      if (action.fixId) kinds.set(JSON.stringify([action.fixId, action.changes[0].fileName]), action);
    }
    return [...kinds.values()].flatMap((action) => {
      try {
        const scope = { type: 'file', fileName: action.changes[0].fileName };
        const combined = withoutRepeats({ ...action, ...this.project.service.getCombinedCodeFix(scope, action.fixId, this.format(''), PREFERENCES) });
        const texts = this.isUsable(combined) && this.apply(combined.changes, state.texts);
        return texts ? [{ texts, title: action.fixAllDescription || action.description, rank: rank(action) }] : [];
      } catch {
        return [];
      }
    });
  }

  place(error) {
    const file = error.file ? error.file.fileName : null;
    const message = ts.flattenDiagnosticMessageText(error.messageText, '\n');
    return { file, start: error.start === undefined ? null : error.start, code: error.code, message };
  }

  output({ action, rank }) {
    const files = action.changes.map(({ fileName, isNewFile, textChanges }) => ({
      file: fileName,
      created: Boolean(isNewFile),
      edits: ordered(textChanges).map(({ span, newText }) => ({ start: span.start, length: span.length, text: newText })),
    }));
    return { title: action.description, kind: action.fixName, rank, files };
  }

  outputState(state, findings) {
    const texts = [...state.texts].map(([file, text]) => ({ file, text }));
    const left = new Set(state.errors.map((error) => this.nameOf(error)));
    const mended = findings.map(({ error }) => !left.has(this.nameOf(error)));
    return { titles: state.steps, errors: state.errors.length, rank: state.rank, texts, mended };
  }

  // The identity of an error, independent of its place in the file.
  nameOf(error) {
    const { file, code, message } = this.place(error);
    return JSON.stringify([file, code, message]);
  }
}

// The service adds to an object that is returned all that its type has, what is there included.
function withoutRepeats(action) {
  if (action.fixName !== 'fixMissingProperties') return action;
  const once = (edit) => ({ ...edit, newText: everyKeyOnce(edit.newText) });
  const changes = action.changes.map((change) => ({ ...change, textChanges: change.textChanges.map(once) }));
  return { ...action, changes };
}

// The text of an object literal without the properties whose names came before.
function everyKeyOnce(text) {
  const source = ts.createSourceFile('object.ts', `(${text})`, ts.ScriptTarget.ESNext, true);
  const [statement] = source.statements;
  const literal = statement && statement.expression && statement.expression.expression;
  if (!literal || !ts.isObjectLiteralExpression(literal)) return text;
  const seen = new Set();
  let kept = text;
  let removed = 1;
  let end = literal.properties.pos;
  for (const property of literal.properties) {
    const name = property.name && property.name.getText(source);
    if (name && seen.has(name)) {
      kept = kept.slice(0, end - removed) + kept.slice(property.end - removed);
      removed += property.end - end;
    }
    seen.add(name);
    end = property.end;
  }
  return kept;
}

// The edits from the first to the last, with what is inserted at one place as one edit.
function ordered(edits) {
  const joined = [];
  for (const edit of [...edits].sort((a, b) => a.span.start - b.span.start)) {
    const last = joined[joined.length - 1];
    if (last && last.span.length === 0 && last.span.start === edit.span.start) {
      joined[joined.length - 1] = { span: edit.span, newText: last.newText + edit.newText };
    } else {
      joined.push(edit);
    }
  }
  return joined;
}

function same(a, b) {
  return JSON.stringify(a.action.changes) === JSON.stringify(b.action.changes);
}

function sameEdit(a, b) {
  return a.span.start === b.span.start && a.span.length === b.span.length && a.newText === b.newText;
}

function clash(a, b) {
  if (same(a, b)) return false;
  return a.action.changes.some((x) => b.action.changes.some((y) => x.fileName === y.fileName
    && (x.isNewFile || x.textChanges.some((p) => y.textChanges.some((q) => !sameEdit(p, q) && overlap(p.span, q.span))))));
}

function overlap(a, b) {
  return a.start < b.start + b.length && b.start < a.start + a.length || a.start === b.start;
}

main();
