import { parseAst } from 'vitest/node';

const OPERATORS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
};
const CALLS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['ceil', 'floor'],
  ['round', 'floor'],
  ['padStart', 'padEnd'],
]);
const OMISSIBLE_CALLS = new Set(['filter', 'sort', 'reverse', 'toReversed', 'slice', 'trim']);
const LOOPS = new Set(['ForStatement', 'ForOfStatement', 'WhileStatement']);
const TYPED_EXPRESSIONS = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

/**
 * The source with all of its mutants, each behind a switch `$m(id)`. Ids count up from `firstId`. `$s.resets` computes again
 * what a module computes once. `$l()` counts iterations of loops, because a mutant may make a loop endless.
 */
export function withMutants(source, firstId) {
  const mutants = [];
  const program = parseAst(source, { lang: 'ts' });

  function print(node, parent) {
    // The text of a mutant has no mutants inside, because only one mutant is on at a time.
    let code = original(node, children(node));
    if (LOOPS.has(parent?.type) && parent.body === node) code = `{ $l(); ${code} }`;
    const alternatives = mutations(node, parent);
    if (alternatives.length === 0) return code;
    const switches = alternatives.map((mutated) => {
      const id = firstId + mutants.length;
      const line = source.slice(0, node.start).split('\n').length;
      mutants.push({ id, line, original: textOf(node), mutated });
      return { id, mutated };
    });
    if (node.type === 'ExpressionStatement') return `{ if (!$m(${switches[0].id})) ${code} }`;
    return `(${switches.map(({ id, mutated }) => `$m(${id}) ? ${mutated || "''"} : `).join('')}${code})`;
  }

  function original(node, parts) {
    let code = '';
    let end = node.start;
    for (const [part, parent] of parts) {
      code += source.slice(end, part.start) + print(part, parent);
      end = part.end;
    }
    return code + source.slice(end, node.end);
  }

  function textOf(node) {
    return source.slice(node.start, node.end);
  }

  /** The text of a node with a part of it replaced. */
  function replaced(node, start, end, text) {
    return source.slice(node.start, start) + text + source.slice(end, node.end);
  }

  function mutations(node, parent) {
    const found = [];
    const isTest = parent?.test === node && parent.type !== 'SwitchCase';
    if (isTest) found.push(...(LOOPS.has(parent.type) ? ['false'] : ['true', 'false']));
    switch (node.type) {
      case 'BinaryExpression':
      case 'AssignmentExpression':
      case 'UpdateExpression': {
        const [start, end] =
          node.type === 'UpdateExpression'
            ? [node.argument.end, node.end]
            : [node.left.end, node.right.start];
        for (const operator of OPERATORS[node.operator] ?? []) {
          const between = source.slice(start, end).replace(node.operator, operator);
          found.push(replaced(node, start, end, between));
        }
        break;
      }
      case 'LogicalExpression':
        found.push(textOf(node.left), textOf(node.right));
        break;
      case 'UnaryExpression':
        if ('!-'.includes(node.operator)) found.push(textOf(node.argument));
        break;
      case 'Literal':
        if (typeof node.value === 'boolean') found.push(String(!node.value));
        else if (typeof node.value === 'number') found.push(numberBeside(node.value));
        else if (typeof node.value === 'bigint') found.push(`${node.value + 1n}n`);
        else if (typeof node.value === 'string') found.push(node.value === '' ? "'mutated'" : "''");
        break;
      case 'TemplateLiteral':
        found.push("''");
        break;
      case 'ArrayExpression':
        if (node.elements.length > 0) found.push('[]');
        break;
      case 'ChainExpression':
        for (const link of spineOf(node.expression)) {
          if (!link.optional) continue;
          const { end } = link.object ?? link.callee;
          const dot = source.indexOf('?.', end);
          found.push(replaced(node, dot, dot + 2, link.computed || link.callee ? '' : '.'));
        }
        break;
      case 'CallExpression': {
        const { object, property } = node.callee;
        if (object === undefined || node.callee.computed) break;
        const other = CALLS.get(property.name);
        if (other !== undefined) found.push(replaced(node, property.start, property.end, other));
        if (OMISSIBLE_CALLS.has(property.name)) found.push(textOf(object));
        break;
      }
      case 'ExpressionStatement':
        found.push('');
        break;
    }
    if (parent?.type === 'SpreadElement') found.push(parent.inObject ? '{}' : '[]');
    return found.map((text) => (text.startsWith('{') ? `(${text})` : text));
  }

  const code = program.body
    .filter(({ type }) => type !== 'ImportDeclaration')
    .map((statement) => {
      const text = print(statement, null);
      const declaration = statement.declaration ?? statement;
      if (declaration.type !== 'VariableDeclaration') return text;
      const [{ id, init }] = declaration.declarations;
      // The second copy of the value has the same switches as the first; nothing in front of it has any.
      const value = text.slice(init.start - statement.start);
      return `${text.replace('const', 'let')}\n$s.resets.push(() => { ${id.name} = ${value} });`;
    })
    .join('\n');
  const imports = program.body.filter(({ type }) => type === 'ImportDeclaration').map(textOf);
  return { code: [...imports, code].join('\n'), mutants };
}

/** Another number. 1 becomes 0, because in a comparator 2 means the same as 1. */
function numberBeside(value) {
  return String(value === 0 ? 1 : value === 1 ? 0 : value + 1);
}

/** The parts of a node that may hold mutants, in order, each with its parent. */
function children(node) {
  if (node.type === 'ChainExpression') {
    return spineOf(node.expression)
      .flatMap((link) =>
        children(link)
          .filter(([part]) => part !== (link.object ?? link.callee ?? link.expression) || !isLink(part))
          .map(([part]) => [part, link]),
      )
      .sort(([left], [right]) => left.start - right.start);
  }
  const parts = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'returnType' || key.startsWith('type')) continue;
    if (key === 'key' && !node.computed) continue;
    for (const part of Array.isArray(value) ? value : [value]) {
      if (typeof part?.type !== 'string') continue;
      if (part.type.startsWith('TS') && !TYPED_EXPRESSIONS.has(part.type)) continue;
      if (part.type === 'SpreadElement') part.inObject = node.type === 'ObjectExpression';
      parts.push([part, node]);
    }
  }
  const shorthand = node.type === 'Property' && node.shorthand;
  return shorthand ? [] : parts.sort(([left], [right]) => left.start - right.start);
}

/** The links of an optional chain. A switch around one link would break the chain. */
function spineOf(node) {
  if (!isLink(node)) return [];
  return [...spineOf(node.object ?? node.callee ?? node.expression), node];
}

function isLink({ type }) {
  return type === 'MemberExpression' || type === 'CallExpression' || type === 'TSNonNullExpression';
}
