import Discover
import Testing

@Suite struct RecentlyShownTests {
    @Test func `the end of a list of recently shown people has words`() {
        #expect(
            RecentlyShown(people: 1, days: 1).phrase
                == "No one new today. One person you have seen comes back tomorrow.")
        #expect(
            RecentlyShown(people: 12, days: 3).phrase
                == "No one new today. 12 people you have seen come back, the first in 3 days.")
    }
}
