import Foundation
import OrbitModels
import Testing

/// Forms that a client reads from other servers, and that a server refuses in requests.
@Suite struct RequestDecodingTests {
    private func decode<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
        try OrbitJSON.requestDecoder.decode(Value.self, from: Data(json.utf8))
    }

    @Test func `an id in a request is a string`() throws {
        #expect(try decode(#"["u1"]"#, as: [UserID].self) == ["u1"])
        for wrong in ["42", "-1", "1.5", "true", "null", "{}"] {
            #expect(throws: DecodingError.self, "\(wrong)") { try decode("[\(wrong)]", as: [UserID].self) }
        }
    }

    @Test func `an id of a request that is not a string has the error of another type`() throws {
        let error = #expect(throws: DecodingError.self) { try decode("[42]", as: [UserID].self) }
        #expect(DecodingReason.describe(try #require(error)) == "[0] is not a string")
    }

    @Test func `photos in a request are objects`() throws {
        let photo = #"{"id":"a","url":"/a"}"#
        #expect(try decode(#"{"name":"Ana","photos":[\#(photo)]}"#, as: Profile.self).photos.count == 1)
        #expect(try decode(#"{"name":"Ana","photos":[]}"#, as: Profile.self).photos.isEmpty)
        for photos in [#"["/a"]"#, #"["/a",\#(photo)]"#, #"[\#(photo),"/a"]"#, "[7]", #""/a""#] {
            #expect(throws: DecodingError.self, "\(photos)") {
                try decode(#"{"name":"Ana","photos":\#(photos)}"#, as: Profile.self)
            }
        }
    }

    @Test func `a name on another network in a request is not null`() throws {
        #expect(try decode(#"{"instagram":"maya"}"#, as: Socials.self) == Socials(["instagram": "maya"]))
        #expect(throws: DecodingError.self) { try decode(#"{"instagram":"maya","x":null}"#, as: Socials.self) }
    }

    @Test func `instants in requests are those of responses`() throws {
        let text = #"["2027-01-15T08:00:00.250+01:00"]"#
        #expect(
            try decode(text, as: [Date].self) == OrbitJSON.decoder.decode([Date].self, from: Data(text.utf8)))
        #expect(throws: DecodingError.self) { try decode(#"["2027-01-15T08:00:00"]"#, as: [Date].self) }
    }
}
