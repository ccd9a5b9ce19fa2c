import Foundation
import Testing

@testable import BackendRuntime

@Suite struct ListCursorTests {
    @Test func `a cursor is decoded for its list and refused for another list`() {
        let place = ListCursor(rank: 3, key: "0123456789abcdef")
        let text = place.text(list: "matches")
        #expect(ListCursor(text, list: "matches") == place)
        #expect(ListCursor(text, list: "pokes") == nil)
    }

    @Test func `a cursor with any character changed is refused`() {
        let text = ListCursor(rank: 3, key: "0123456789abcdef").text(list: "matches")
        for index in text.indices {
            for character in "Ab1" where text[index] != character {
                var edited = text
                edited.replaceSubrange(index...index, with: String(character))
                #expect(ListCursor(edited, list: "matches") == nil)
            }
        }
    }

    @Test(arguments: ["", "3", "3 0123456789abcdef", "3 0123456789abcdef 0123456789abcdef 0"])
    func `a cursor with fewer or more than three parts is refused`(_ content: String) {
        #expect(ListCursor(Data(content.utf8).base64EncodedString(), list: "matches") == nil)
    }
}
