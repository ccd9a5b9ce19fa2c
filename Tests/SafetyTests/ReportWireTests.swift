import Foundation
import Networking
import OrbitModels
import Testing
import Validation

@testable import Safety

@Suite struct ReportWireTests {
    @Test func `no two routes are the same, and only those of a suspended person need no session`() {
        let all = ReportRoutes.all + DecisionRoutes.all
        #expect(Set(all).count == all.count)
        #expect(
            all.filter { $0.access == .anyone }
                == [
                    DecisionRoutes.whileSuspended, DecisionRoutes.appealWhileSuspended,
                    DecisionRoutes.eraseWhileSuspended,
                ])
    }

    @Test func `every vocabulary of the module has English words`() {
        for vocabulary in Vocabulary.reports { #expect(!vocabulary.english.isEmpty) }
        #expect(Set(ReportStatus.known.map(\.rawValue)) == Set(ReportStatus.vocabulary.english.keys))
        #expect(Set(ReportOutcome.known.map(\.rawValue)) == Set(ReportOutcome.vocabulary.english.keys))
    }

    private static let long = String(repeating: "a", count: ReportLimits.text + 1)

    @Test(
        arguments: [
            (SendReportRequest(about: .person("7"), reason: .insult), []),
            (SendReportRequest(about: ReportSubject(kind: .person), reason: .insult), ["about.user_id"]),
            (SendReportRequest(about: .photo("", of: "7"), reason: .nudity), ["about.photo_id"]),
            (SendReportRequest(about: .person("../7"), reason: .insult), ["about.user_id"]),
            (SendReportRequest(about: .person("é"), reason: .insult), ["about.user_id"]),
            (
                SendReportRequest(about: .person(UserID(String(repeating: "7", count: 65))), reason: .insult),
                ["about.user_id"]
            ),
            (
                SendReportRequest(about: ReportSubject(kind: .person, userID: "7", postID: "8"), reason: .insult),
                ["about"]
            ),
            (
                SendReportRequest(about: ReportSubject(kind: .init(rawValue: "ghost")), reason: .insult),
                ["about.kind"]
            ),
            (SendReportRequest(about: .messages(["c-1"], in: "c", of: "7"), reason: .insult), []),
            (SendReportRequest(about: .messages([], in: "c", of: "7"), reason: .insult), ["about.message_ids"]),
            (SendReportRequest(about: .messages(["c/1"], in: "c", of: "7"), reason: .insult), ["about.message_ids[0]"]),
            (
                SendReportRequest(
                    about: .messages(Array(repeating: "c-1", count: 21), in: "c", of: "7"), reason: .insult),
                ["about.message_ids"]
            ),
            (
                SendReportRequest(
                    about: ReportSubject(kind: .person, userID: "7", messageIDs: ["c-1"]), reason: .insult),
                ["about"]
            ),
            (SendReportRequest(about: .post("7"), reason: .init(rawValue: "haunting")), ["reason"]),
            (SendReportRequest(about: .post("7"), reason: .other), ["text"]),
            (SendReportRequest(about: .post("7"), reason: .spam, text: long), ["text"]),
            (
                SendReportRequest(about: .post("7"), reason: .spam, evidence: [EvidenceChoice(.text)]),
                ["evidence[0].text"]
            ),
            (
                SendReportRequest(about: .post("7"), reason: .spam, evidence: [EvidenceChoice(.meetup)]),
                ["evidence[0].meetup_id"]
            ),
            (
                SendReportRequest(
                    about: .post("7"), reason: .spam, evidence: Array(repeating: EvidenceChoice(.profile), count: 11)),
                ["evidence"]
            ),
        ] as [(SendReportRequest, [String])])
    func `an invalid report has a failure at each invalid member`(_ report: SendReportRequest, _ paths: [String]) {
        #expect(ReportRules.failures(in: report).map(\.path) == paths)
    }

    @Test func `members that are left out of a report are empty`() throws {
        let json = #"{"about":{"kind":"person","user_id":"7"},"reason":"insult"}"#
        let read = try OrbitJSON.decoder.decode(SendReportRequest.self, from: Data(json.utf8))
        #expect(read == SendReportRequest(about: .person("7"), reason: .insult))
    }
}
