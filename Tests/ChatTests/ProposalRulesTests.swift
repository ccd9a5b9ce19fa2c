import Chat
import Foundation
import OrbitModels
import Testing
import Validation

@Suite struct ProposalRulesTests {
    private typealias Given = ChatUnderTest

    private func paths(_ request: SendProposalRequest) -> [String] {
        ProposalRules.failures(in: request, at: Given.now).blocking.map(\.path)
    }

    @Test func `a proposal is cleaned, and its slots are sorted`() throws {
        let place = Place(name: "  Blue\u{200B} Door ", room: " ", isExact: false)
        let checked = try ProposalRules.checked(Given.request(title: " Coffee ", place: place), at: Given.now)
        #expect(checked.title == "Coffee")
        #expect(checked.place == Place(name: "Blue Door"))
        #expect(checked.slots == [Given.slot(24), Given.slot(48)])
    }

    @Test func `a place without content is left out`() throws {
        let checked = try ProposalRules.checked(Given.request(place: Place(name: " ")), at: Given.now)
        #expect(checked.place == nil)
    }

    @Test func `a proposal has one to five slots`() {
        #expect(paths(Given.request(slots: [])) == ["slots"])
        #expect(paths(Given.request(slots: (1...5).map { Given.slot(Double($0)) })) == [])
        #expect(paths(Given.request(slots: (1...6).map { Given.slot(Double($0)) })) == ["slots"])
    }

    @Test func `a slot starts in the future, within a year`() {
        #expect(paths(Given.request(slots: [Given.slot(0)])) == ["slots[0].starts_at"])
        #expect(paths(Given.request(slots: [Given.slot(1), Given.slot(-1)])) == ["slots[1].starts_at"])
        #expect(paths(Given.request(slots: [Given.slot(366 * 24)])) == [])
        #expect(paths(Given.request(slots: [Given.slot(366 * 24 + 1)])) == ["slots[0].starts_at"])
    }

    @Test func `a slot ends after its start, at most a week later`() {
        #expect(paths(Given.request(slots: [Given.slot(1, length: 0)])) == ["slots[0].ends_at"])
        #expect(paths(Given.request(slots: [Given.slot(1, length: -1)])) == ["slots[0].ends_at"])
        #expect(paths(Given.request(slots: [Given.slot(1, length: 7 * 24)])) == [])
        #expect(paths(Given.request(slots: [Given.slot(1, length: 7 * 24 + 1)])) == ["slots[0].ends_at"])
    }

    @Test func `two slots with the same start are refused`() {
        #expect(paths(Given.request(slots: [Given.slot(1), Given.slot(1, length: 2)])) == ["slots[1]"])
    }

    @Test(arguments: ["", "Mars/Olympus", String(repeating: "x", count: 100_000)])
    func `an unknown time zone is refused`(_ zone: String) {
        #expect(paths(Given.request(zone: zone)) == ["zone"])
    }

    @Test func `an empty title, a long place and an address of another app are refused`() {
        #expect(paths(Given.request(title: "\u{200B}")) == ["title"])
        let place = Place(name: String(repeating: "x", count: 201), link: "javascript:alert(1)")
        #expect(paths(Given.request(place: place)) == ["place.name", "place.link"])
        #expect(paths(Given.request(place: Place(link: "https://meet.example/x"))) == [])
    }

    @Test func `checking throws the failures of the fields`() {
        let error = #expect(throws: ValidationError.self) {
            try ProposalRules.checked(Given.request(title: ""), at: Given.now)
        }
        #expect(error?.failures.map(\.path) == ["title"])
    }
}
