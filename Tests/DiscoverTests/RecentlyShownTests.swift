import Discover
import Testing

@Suite struct RecentlyShownTests {
    @Test func `the end of a list of recently shown people has words`() {
        #expect(
            RecentlyShown(people: 1, days: 1).phrase
                == "No one new today. Someone you have seen comes round again tomorrow.")
        #expect(
            RecentlyShown(people: 12, days: 3).phrase
                == "No one new today. 12 people you have seen come round again, the first in 3 days.")
    }
}
