import Foundation
import Testing
import TimeAndChance

@testable import Presentation

@Suite struct ListWindowTests {
    /// A window on the letters of the third and the second day. Earlier letters are not loaded.
    private func window() -> ListWindow<Letter> {
        ListWindow(
            .latestFirst { Date(timeIntervalSinceReferenceDate: Double($0.sent)) },
            page: [Letter("c", sent: 3), Letter("b", sent: 2)], after: nil, isLast: false)
    }

    private func shown(_ window: ListWindow<Letter>, concealed: Bool = false) -> [String] {
        window.ordered.reversed().filter { $0.isConcealed == concealed }.map(\.element.id)
    }

    @Test func `a change of a letter outside of the window is no change of the window`() {
        var window = window()
        window.remove("x")
        window.update("x") { $0.text = "new" }
        window.conceal("x")
        window.upsert(Letter("a", sent: 1))
        #expect(window.changes == 0 && shown(window) == ["c", "b"])
    }

    @Test func `letters of one rounded millisecond are in the order of their ids, as on the server`() {
        let instants = ["a": 0.0006, "b": 0.0014]
        let window = ListWindow<Letter>(
            .latestFirst { Date(timeIntervalSince1970: 1_800_000_000 + (instants[$0.id] ?? 0)) },
            page: [Letter("a", sent: 0), Letter("b", sent: 0), Letter("c", sent: 0)], after: nil, isLast: true)
        #expect(shown(window) == ["b", "a", "c"])
    }

    @Test func `each change of a letter in the window counts, up to its last letter`() {
        var window = window()
        window.upsert(Letter("d", sent: 4))
        window.upsert(Letter("b", text: "new", sent: 2))
        #expect(window.changes == 2 && shown(window) == ["d", "c", "b"] && window["b"]?.text == "new")
        window.remove("d")
        #expect(window.changes == 3 && shown(window) == ["c", "b"])
    }

    @Test func `the window of the next page begins after the last letter of the previous page`() {
        var next = ListWindow(
            .latestFirst { Date(timeIntervalSinceReferenceDate: Double($0.sent)) }, page: [Letter("a", sent: 1)],
            after: window(), isLast: false)
        next.upsert(Letter("b", text: "new", sent: 2))
        #expect(next.changes == 0 && shown(next) == ["a"])
        next.upsert(Letter("ab", sent: 2))
        #expect(next.changes == 1 && shown(next) == ["ab", "a"])
    }

    @Test(arguments: [("aa", ["c", "b"]), ("bb", ["c", "bb", "b"])])
    func `letters of the same time are in the window if they are not beyond the last letter by id`(
        id: String, ids: [String]
    ) {
        var window = window()
        window.upsert(Letter(id, sent: 2))
        #expect(shown(window) == ids)
    }

    /// The rules of a window in their simplest form: it is sorted again after each change.
    private struct PlainWindow {
        struct Row {
            var letter: Letter
            let value: Int
            var isConcealed = false
        }

        var rows: [Row] = []
        /// The sort value of a letter; `nil` for the order of the server.
        let value: ((Letter) -> Int)?
        /// Whether letters of equal value are in ascending order of id.
        let isAscending: Bool
        /// The last loaded letter. Letters after it are not loaded.
        var end: Row?
        var highest = 0

        private func isBefore(_ one: Row, _ other: Row) -> Bool {
            guard one.value == other.value else { return one.value > other.value }
            return isAscending ? one.letter.id < other.letter.id : one.letter.id > other.letter.id
        }

        func shown(concealed: Bool = false) -> [String] {
            rows.sorted(by: isBefore).filter { $0.isConcealed == concealed }.map(\.letter.id)
        }

        mutating func load(_ page: [Letter]) {
            for (place, letter) in page.enumerated() {
                rows.append(Row(letter: letter, value: value?(letter) ?? -1 - place))
            }
            end = rows.sorted(by: isBefore).last
        }

        mutating func upsert(_ letter: Letter) {
            let known = rows.first { $0.letter.id == letter.id }
            rows.removeAll { $0.letter.id == letter.id }
            if value == nil, known == nil { highest += 1 }
            let row = Row(letter: letter, value: value?(letter) ?? known?.value ?? highest)
            guard let end, !isBefore(end, row) else { return }
            rows.append(row)
        }

        mutating func change(_ id: String, _ change: (inout Row) -> Void) {
            for index in rows.indices where rows[index].letter.id == id { change(&rows[index]) }
        }
    }

    @Test(arguments: 0..<3)
    func `random changes have the same result as sorting the letters after each change`(order: Int) {
        let date = { @Sendable (letter: Letter) in Date(timeIntervalSinceReferenceDate: Double(letter.sent)) }
        let orders: [ListWindow<Letter>.Order] = [.latestFirst(date), .earliestFirst(date), .asListed]
        let values: [((Letter) -> Int)?] = [{ $0.sent }, { -$0.sent }, nil]
        for seed in 0..<200 as Range<UInt64> {
            var random = RandomSource.seeded(seed)
            func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
            var plain = PlainWindow(value: values[order], isAscending: order == 1)
            var page = ["a", "b", "c", "d", "e"].map { Letter($0, sent: 2 + draw(3)) }
            if order == 0 { page.sort { ($0.sent, $0.id) > ($1.sent, $1.id) } }
            if order == 1 { page.sort { ($0.sent, $0.id) < ($1.sent, $1.id) } }
            plain.load(page)
            var window = ListWindow<Letter>(orders[order], page: page, after: nil, isLast: false)
            for step in 0..<60 {
                let id = ["a", "b", "c", "d", "e", "f", "g", "h"][draw(8)]
                switch draw(7) {
                case 0, 1, 2:
                    let letter = Letter(id, text: "\(step)", sent: draw(7))
                    window.upsert(letter)
                    plain.upsert(letter)
                case 3:
                    window.remove(id)
                    plain.rows.removeAll { $0.letter.id == id }
                case 4:
                    window.update(id) { $0.text = "\(step)" }
                    plain.change(id) { $0.letter.text = "\(step)" }
                case 5:
                    window.updateAll(where: { $0.sent == 3 }) { $0.text += "!" }
                    for row in plain.rows where row.letter.sent == 3 {
                        plain.change(row.letter.id) { $0.letter.text += "!" }
                    }
                default:
                    let isConcealed = draw(2) == 0
                    if isConcealed { window.conceal(id) } else { window.reveal(id) }
                    plain.change(id) { $0.isConcealed = isConcealed }
                }
                #expect(shown(window) == plain.shown())
                #expect(shown(window, concealed: true) == plain.shown(concealed: true))
                #expect(plain.rows.allSatisfy { window[$0.letter.id] == $0.letter } && window.count == plain.rows.count)
            }
        }
    }
}
