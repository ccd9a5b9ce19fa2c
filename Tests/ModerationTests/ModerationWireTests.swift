import Foundation
import Moderation
import Networking
import OrbitModels
import Testing

@Suite struct ModerationWireTests {
    @Test func `no two routes of moderators are the same, and all need a session`() {
        let all = ModerationRoutes.all
        #expect(Set(all).count == all.count)
        #expect(all.filter { $0.access == .anyone } == [])
    }

    @Test func `every known value of the module has an English word, and no vocabulary has a word too many`() {
        #expect(Set(AccountStanding.known.map(\.rawValue)) == Set(AccountStanding.vocabulary.english.keys))
        #expect(Set(AuditAction.known.map(\.rawValue)) == Set(AuditAction.vocabulary.english.keys))
        #expect(Vocabulary.moderation.map(\.name) == ["account_standing", "audit_action"])
    }

    @Test func `a decision that does not name the content leaves it there`() throws {
        let json = #"{"through":1,"action":"warn","reason":"insult","note":"Seen."}"#
        let read = try OrbitJSON.decoder.decode(DecideCaseRequest.self, from: Data(json.utf8))
        #expect(read == DecideCaseRequest(through: 1, action: .warn, reason: .insult, note: "Seen."))
        #expect(!read.removesContent)
    }
}
