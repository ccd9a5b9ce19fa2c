import Connections
import Foundation
import Networking
import OrbitModels
import Testing

@Suite struct EndpointBodiesTests {
    private typealias Given = ConnectionsUnderTest

    private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try OrbitJSON.decoder.decode(Value.self, from: OrbitJSON.encoder.encode(value))
    }

    @Test func `an outcome is either a poke or a match`() throws {
        for outcome in [PokeOutcome.sent(Given.poke("p")), .matched(try Given.match("m"))] {
            #expect(try roundTrip(outcome) == outcome)
        }
        #expect(throws: DecodingError.self) {
            try OrbitJSON.decoder.decode(PokeOutcome.self, from: Data("{}".utf8))
        }
    }

    @Test func `a request to clear pokes needs a sender or a date, and not both`() throws {
        for request in [ClearPokesRequest.from("liam"), .sentBefore(Given.now)] {
            #expect(try roundTrip(request) == request)
        }
        for body in [
            "{}", #"{"before":7}"#, #"{"from_user_id":""}"#,
            #"{"from_user_id":"liam","before":"2027-01-15T08:00:00Z"}"#, #"{"from_user_id":"liam","before":7}"#,
        ] {
            #expect(throws: DecodingError.self) {
                try OrbitJSON.decoder.decode(ClearPokesRequest.self, from: Data(body.utf8))
            }
        }
    }

    @Test func `a request to clear pokes includes those of a sender, or those before a date`() {
        let poke = Given.poke("p")
        #expect(ClearPokesRequest.from(poke.fromUserID).includes(poke))
        #expect(!ClearPokesRequest.from(poke.toUserID).includes(poke))
        #expect(ClearPokesRequest.sentBefore(poke.createdAt.addingTimeInterval(0.001)).includes(poke))
        #expect(!ClearPokesRequest.sentBefore(poke.createdAt).includes(poke))
    }

    @Test func `a page contains no total`() throws {
        let page = Page([Given.incoming("a")], nextCursor: "n")
        #expect(try roundTrip(page) == page)
        let json = String(decoding: try OrbitJSON.encoder.encode(page), as: UTF8.self)
        #expect(!json.contains("total"))
        #expect(!json.contains("count"))
    }

    @Test func `no two routes are the same`() {
        let all = PokeRoutes.all + MatchRoutes.all + BlockRoutes.all
        #expect(Set(all).count == 16)
        #expect(all.allSatisfy { $0.access == .session })
    }
}
