/** A reporter of vitest: names the tests that failed and passed when they were tried again. Each has a race to be mended. */
export default class RetriedTests {
  onTestRunEnd(modules) {
    const retried = modules.flatMap((file) =>
      [...file.children.allTests('passed')].filter((test) => test.diagnostic()?.flaky),
    );
    if (retried.length === 0) return;
    console.log('\nFailed, and passed when tried again:');
    for (const test of retried) {
      console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
      for (const { message } of test.result().errors ?? []) console.log(`    ${message.split('\n', 1)[0]}`);
    }
  }
}
