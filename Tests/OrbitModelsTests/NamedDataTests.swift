import Foundation
import OrbitModels
import Testing

@Suite struct NamedDataTests {
    private let photo = Photo(id: "p", url: "/p")

    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try OrbitJSON.encoder.encode(value), as: UTF8.self)
    }

    @Test func `values, identifiers and pages have the member name of their type`() throws {
        #expect(try json(Keyed(photo)) == #"{"photo":{"id":"p","url":"/p"}}"#)
        #expect(try json(Keyed(PhotoID("p"))) == #"{"photo_id":"p"}"#)
        #expect(try json(Page([photo], nextCursor: "n")) == #"{"next_cursor":"n","photos":[{"id":"p","url":"/p"}]}"#)
        #expect(try json(Page<Person>([])) == #"{"people":[]}"#)
    }

    @Test func `named values and pages survive a round trip`() throws {
        let page = Page([photo], nextCursor: "n")
        #expect(try OrbitJSON.decoder.decode(Page<Photo>.self, from: OrbitJSON.encoder.encode(page)) == page)
        let one = Keyed(photo)
        #expect(try OrbitJSON.decoder.decode(Keyed<Photo>.self, from: OrbitJSON.encoder.encode(one)) == one)
    }

    @Test func `an unreadable element does not hide the page`() throws {
        let data = Data(#"{"photos":[{"id":""},{"id":"p","url":"/p"}],"total":2}"#.utf8)
        let page = try OrbitJSON.decoder.decode(Page<Photo>.self, from: data)
        #expect(page.list.elements == [photo])
        #expect(page.list.quarantined.map(\.index) == [0])
        #expect(page.nextCursor == nil)
    }

    @Test(arguments: ["{}", #"{"photo":null}"#, #"{"photos":[]}"#, "[]"])
    func `data without the value is refused`(_ text: String) {
        #expect(throws: DecodingError.self) {
            try OrbitJSON.decoder.decode(Keyed<Photo>.self, from: Data(text.utf8))
        }
    }
}
