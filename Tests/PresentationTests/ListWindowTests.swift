import Foundation
import Testing

@testable import Presentation

@Suite struct ListWindowTests {
    /// A window on the letters of the third and the second day. Earlier letters are not loaded.
    private func window() -> ListWindow<Letter> {
        ListWindow(
            .latestFirst { Date(timeIntervalSinceReferenceDate: Double($0.sent)) },
            page: [Letter("c", sent: 3), Letter("b", sent: 2)], after: nil, isLast: false)
    }

    private func shown(_ window: ListWindow<Letter>) -> [String] {
        var (shown, concealed) = ([Letter](), [Letter]())
        window.append(to: &shown, concealed: &concealed) { _ in true }
        return shown.map(\.id)
    }

    @Test func `a change of a letter outside of the window is no change of the window`() {
        var window = window()
        window.remove("x")
        window.update("x") { $0.text = "new" }
        window.conceal("x")
        window.upsert(Letter("a", sent: 1))
        #expect(window.changes == 0 && shown(window) == ["c", "b"])
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
}
