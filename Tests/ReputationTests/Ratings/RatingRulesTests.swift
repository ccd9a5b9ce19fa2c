import Foundation
import OrbitModels
import Reputation
import Testing
import Validation

/// The limits of the content of a rating.
@Suite struct RatingRulesTests {
    @Test(arguments: [Int.min, 0, 6, Int.max]) func `stars are one to five`(_ stars: Int) {
        #expect(RatingRules.failures(in: RatingEntry(stars: stars)).map(\.path) == ["rating"])
        #expect(RatingRules.failures(in: RatingEntry(stars: 1)).isEmpty)
    }

    @Test func `tags are known, few and each only once`() {
        func failures(_ tags: [RatingTag]) -> [FailureCode] {
            RatingRules.failures(in: RatingEntry(stars: 3, tags: tags)).map(\.code)
        }
        #expect(failures([.friendly, .cameLate, .onTime, .leftEarly]).isEmpty)
        #expect(failures(Array(RatingTag.known.prefix(5))) == [.tooMany])
        #expect(failures([.friendly, .friendly]) == [.duplicate])
        #expect(failures([RatingTag(rawValue: "ugly")]) == [.unknownValue])
    }

    @Test func `a note is cleaned, is nil if empty, and is refused if too long`() {
        #expect(RatingRules.cleanedNote(" Thanks \u{200B}\n\n\n ") == "Thanks")
        #expect(RatingRules.cleanedNote(" \n ") == nil && RatingRules.cleanedNote(nil) == nil)
        let long = RatingEntry(stars: 3, note: String(repeating: "é", count: 281))
        #expect(RatingRules.failures(in: long).map(\.code) == [.tooLong])
    }

    @Test func `half of the known tags are praise`() {
        #expect(RatingTag.known.count { $0.isPraise == true } == 4)
        #expect(RatingTag.known.count { $0.isPraise == false } == 4)
        #expect(RatingTag(rawValue: "newer").isPraise == nil)
    }

    @Test func `the body of a rating is one object, and needs stars`() throws {
        let request = GiveRatingRequest(of: "liam", at: "m", RatingEntry(stars: 4, meetAgain: false))
        let json = try OrbitJSON.encoder.encode(request)
        #expect(try OrbitJSON.decoder.decode(GiveRatingRequest.self, from: json) == request)
        let bare = Data(#"{"to_user_id":"liam","meetup_id":"m"}"#.utf8)
        #expect(throws: DecodingError.self) { try OrbitJSON.decoder.decode(GiveRatingRequest.self, from: bare) }
    }
}
