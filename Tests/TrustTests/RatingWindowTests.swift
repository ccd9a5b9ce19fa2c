import Testing
import Trust

@Suite struct RatingWindowTests {
    @Test func `ratings can be changed for a day, and are given for two weeks`() {
        #expect(RatingWindow.editable == 86_400)
        #expect(RatingWindow.open == 14 * RatingWindow.editable)
    }
}
