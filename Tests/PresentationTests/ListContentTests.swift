import Foundation
import OrbitModels
import Testing

@testable import Presentation

@Suite @MainActor struct ListContentTests {
    /// A list whose letters expire at the time at which they were sent. An answered letter has expired before.
    private let definition: ListDefinition<Letter> = .letters(
        .byTime, isExpired: { $0.text == "answered" || $1 >= Self.date($0.sent) }, expiresAt: { Self.date($0.sent) })

    private nonisolated static func date(_ seconds: Int) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(seconds))
    }

    private func content(
        _ letters: Letter..., now: Int, without excluded: Set<UserID> = [], concealing id: String? = nil
    ) -> ListContent<Letter> {
        var window = ListWindow<Letter>(
            .byTime, page: letters, after: nil, isLast: true, expiresAt: definition.expiresAt)
        if let id { window.conceal(id) }
        return ListContent(definition, window.ordered, now: Self.date(now), without: excluded) {
            $0.isEmpty ? .empty : .loaded($0)
        }
    }

    private let early = Letter("early", sent: 5)
    private let late = Letter("late", sent: 9)

    @Test(arguments: [(4, 5), (5, 9), (8, 9), (9, nil)] as [(Int, Int?)])
    func `the next expiry is that of the first letter that has not expired`(now: Int, expiry: Int?) {
        let content = content(late, early, now: now)
        #expect(content.nextExpiry == expiry.map(Self.date))
        #expect(content.known.map(\.id) == ["late", "early"].filter { $0 == "late" ? now < 9 : now < 5 })
    }

    @Test func `a letter that has expired before its time has no expiry`() {
        let content = content(late, Letter("early", text: "answered", sent: 5), now: 1)
        #expect(content.nextExpiry == Self.date(9) && content.known == [late])
    }

    @Test func `a concealed letter is not known and has no expiry`() {
        let content = content(late, early, now: 1, concealing: "early")
        #expect(content.nextExpiry == Self.date(9) && content.known == [late] && content.concealed == [early])
    }

    @Test func `letters of excluded people are known and not shown`() {
        let content = content(late, early, now: 1, without: [late.author])
        #expect(content.known == [late, early] && content.items == .loaded([early]) && !content.isNothingShown)
        let concealed = self.content(late, now: 1, without: [late.author], concealing: "late")
        #expect(concealed.concealed.isEmpty && concealed.items == .empty && concealed.isNothingShown)
    }

    @Test func `nothing is shown if all letters have expired`() {
        let content = content(late, early, now: 9)
        #expect(content.isNothingShown && content.items == .empty && content.known.isEmpty)
    }
}
