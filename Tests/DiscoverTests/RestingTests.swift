import Discover
import Testing

@Suite struct RestingTests {
    @Test func `the end of a list of recently shown people has words`() {
        #expect(
            Resting(people: 1, days: 1).phrase
                == "No one new today. Someone you have seen comes round again tomorrow.")
        #expect(
            Resting(people: 12, days: 3).phrase
                == "No one new today. 12 people you have seen come round again, the first in 3 days.")
    }
}
