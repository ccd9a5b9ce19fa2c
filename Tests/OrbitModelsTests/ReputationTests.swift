import Foundation
import OrbitModels
import Testing

@Suite struct ReputationTests {
    @Test(arguments: [
        (0, 0), (4, 0), (5, 5), (9, 5), (10, 10), (24, 10), (25, 25), (49, 25), (50, 50), (99, 50), (100, 100),
        (1_000, 100),
    ])
    func `a number is rounded down to a step`(number: Int, step: Int) {
        #expect(ReputationStats.atLeast(number) == step)
    }

    @Test(arguments: [(20.0, 10.0), (10, 20), (10, 10)])
    func `a rating is editable until its limit and until it is shown`(editableUntil: Double, shownAt: Double) throws {
        let rating = UserRating(
            id: "r", raterID: "a", rateeID: "b", meetupID: "m", stars: try #require(Stars(5)),
            createdAt: Date(timeIntervalSince1970: 0), editableUntil: Date(timeIntervalSince1970: editableUntil),
            shownAt: Date(timeIntervalSince1970: shownAt))
        #expect(rating.isEditable(at: Date(timeIntervalSince1970: 9)))
        #expect(!rating.isEditable(at: Date(timeIntervalSince1970: 10)))
        #expect(!rating.isShown(at: Date(timeIntervalSince1970: shownAt - 1)))
        #expect(rating.isShown(at: Date(timeIntervalSince1970: shownAt)))
    }
}
