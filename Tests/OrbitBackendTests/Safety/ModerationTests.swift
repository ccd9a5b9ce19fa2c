import Foundation
import Meetups
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct ModerationTests {
    private let server: TestServer

    init() throws {
        server = try .moderated(by: "mod", "mina", "mo")
    }

    private func conduct(_ member: Member) async throws -> [Date] {
        try await server.store.read { try ModerationHistoryRecord.of(member.id, in: $0).upheld }
    }

    @Test func `moderation routes respond like unknown paths to people who are not moderators`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        try await server.reported(.person(people[1].id), by: people[0])
        let file = try #require(try await server.queue(people[2]).first)
        let nothing = try await server.send(.get, "/nothing", token: people[0].token).body
        for route in ModerationRoutes.all {
            let path = route.path.replacing("{case_id}", with: file.id.rawValue).replacing("{", with: "")
                .replacing("}", with: "")
            for body in ["}", "{}"] {
                let response = try await server.send(
                    route.method, path, token: people[1].token, headers: [("Content-Type", "application/json")],
                    body: route.method == .get ? Data() : Data(body.utf8))
                #expect(response.status == 404 && response.body == nothing, "\(route)")
            }
        }
    }

    @Test func `a case shows the latest 50 decisions about the person`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        try await server.reported(.person(people[1].id), by: people[0])
        try await server.storeDecisions(51, of: people[1].id)
        let id = CaseRecord.id(of: .person(people[1].id))
        let file = try await server.send(.get, "/moderation/cases/\(id)", token: people[2].token).payload(CaseFile.self)
        #expect(file.decisions.map(\.decision.id) == (1...50).map { DecisionID("\($0)") })
    }

    @Test func `reporters see only the outcome of a decision, and the person only its action and reason`() async throws
    {
        let people = try await server.members("maya", "liam", "ana", "mod")
        for reporter in [people[0], people[2]] { try await server.reported(.person(people[1].id), by: reporter) }
        let slices = try await server.slices(of: people) { try await server.decideFirstCase(.warn, by: people[3]) }
        #expect(slices.map { $0.events.map(\.kind) } == [[.reportChanged], [.decisionChanged], [.reportChanged], []])
        let told = try slices[0].events[0].data(Keyed<Report>.self).value
        #expect(told.status == .decided && told.outcome == .acted)
        #expect(try await server.reports(people[0]) == [told])
        let decision = try slices[1].events[0].data(Keyed<Decision>.self).value
        #expect(decision.action == .warn && decision.reason == .insult && decision.state == .inForce)
        #expect(try await server.decisions(people[1]) == [decision])
        let read = try await server.send(.get, "/decisions", token: people[1].token).body
        let log = try await server.send(.get, "/events?after=x", token: people[1].token).body
        for secret in [people[0].id.rawValue, people[2].id.rawValue, people[3].id.rawValue, told.id.rawValue, "Seen."] {
            #expect(!String(decoding: read + log, as: UTF8.self).contains(secret))
        }
        let mine = try await server.send(.get, "/reports", token: people[0].token).body
        #expect(!String(decoding: mine, as: UTF8.self).contains("warn"))
        #expect(try await conduct(people[1]) == [server.clock.date])
        #expect(try await server.queue(people[3]).isEmpty)
    }

    @Test func `a dismissal is sent to reporters alone and does not count against the person`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        try await server.reported(.person(people[1].id), by: people[0])
        let slices = try await server.slices(of: people) { try await server.decideFirstCase(.dismiss, by: people[2]) }
        #expect(slices.map { $0.events.map(\.kind) } == [[.reportChanged], [], []])
        #expect(try await server.reports(people[0]).first?.outcome == .nothingFound)
        #expect(try await server.decisions(people[1]).isEmpty)
        #expect(try await conduct(people[1]).isEmpty)
    }

    @Test func `a moderator neither sees nor decides cases about themselves or their own reports`() async throws {
        let people = try await server.members("maya", "mod", "mina", "mo")
        try await server.reported(.person(people[1].id), by: people[0])
        try await server.reported(.person(people[0].id), by: people[2])
        let files = try await server.queue(people[3])
        #expect(files.count == 2)
        #expect(try await server.queue(people[1]).map(\.userID) == [people[0].id])
        #expect(try await server.queue(people[2]).map(\.userID) == [people[1].id])
        for (file, moderator) in zip(
            files.sorted { $0.userID == people[1].id && $1.userID != people[1].id }, people[1...2])
        {
            #expect(try await server.decide(file, .dismiss, by: moderator).status == 404)
            for rest in ["", "/reports", "/photos/1"] {
                let response = try await server.send(
                    .get, "/moderation/cases/\(file.id)\(rest)", token: moderator.token)
                #expect(response.status == 404)
            }
        }
        // They cannot read the decision about themselves in the trail either.
        let own = try #require(files.first { $0.userID == people[1].id })
        _ = try await server.decide(own, .warn, by: people[3])
        #expect(try await server.audit(people[1]).isEmpty)
        #expect(try await server.audit(people[2]).count == 1)
    }

    @Test func `a case shows which reports have the same reporter, but not who the reporter is`() async throws {
        let people = try await server.members("maya", "liam", "ana", "mod")
        for index in [0, 2, 0] { try await server.reported(.person(people[1].id), by: people[index]) }
        let file = try #require(try await server.queue(people[3]).first)
        #expect(try await server.reports(of: file.id, as: people[3]).map(\.reporter) == [1, 2, 1])
        for path in ["", "/\(file.id)", "/\(file.id)/reports"] {
            let body = try await server.send(.get, "/moderation/cases\(path)", token: people[3].token).body
            for secret in [people[0].id.rawValue, people[2].id.rawValue, "Maya", "Ana"] {
                #expect(!String(decoding: body, as: UTF8.self).contains(secret))
            }
        }
    }

    @Test(arguments: [
        (days: 0, note: 1, path: "days"), (366, 1, "days"), (365, 0, "note"), (365, 2_001, "note"), (365, 2_000, nil),
        (1, 1, nil),
    ])
    func `a suspension lasts 1 to 365 days, and its note has 1 to 2,000 characters`(
        days: Int, note: Int, path: String?
    ) async throws {
        let people = try await server.members("maya", "liam", "mod")
        try await server.reported(.person(people[1].id), by: people[0])
        let file = try #require(try await server.queue(people[2]).first)
        let response = try await server.post(
            "/moderation/cases/\(file.id)/decide",
            DecideCaseRequest(
                through: file.through, action: .suspend, reason: .insult, note: String(repeating: "a", count: note),
                days: days),
            token: people[2].token)
        #expect(response.status == (path == nil ? 200 : 422))
        #expect(response.problem?.fields.map(\.path) == path.map { [$0] })
    }

    @Test func `only one of two concurrent decisions is accepted`() async throws {
        let people = try await server.members("maya", "liam", "mod", "mina")
        try await server.reported(.person(people[1].id), by: people[0])
        let file = try #require(try await server.queue(people[2]).first)
        async let one = server.decide(file, .warn, by: people[2])
        async let other = server.decide(file, .dismiss, by: people[3])
        let statuses = try await [one.status, other.status]
        #expect(statuses.sorted() == [200, 409])
        #expect(try await server.audit(people[2]).count == 1)
        #expect(try await conduct(people[1]).count == (statuses[0] == 200 ? 1 : 0))
    }

    @Test func `a decision covers the reports that were read, and later reports keep the case open`() async throws {
        let people = try await server.members("maya", "liam", "ana", "mod")
        try await server.reported(.person(people[1].id), by: people[0])
        let file = try #require(try await server.queue(people[3]).first)
        try await server.reported(.person(people[1].id), .violence, by: people[2])
        #expect(try await server.decide(file, .dismiss, by: people[3]).status == 200)
        #expect(try await server.reports(people[0]).first?.outcome == .nothingFound)
        #expect(try await server.reports(people[2]).first?.status == .received)
        let rest = try #require(try await server.queue(people[3]).first)
        #expect(rest.id == file.id && rest.reports == 1 && rest.through == 2 && rest.circles == 1)
    }

    @Test(arguments: [
        (DecideCaseRequest(through: 0, action: .warn, reason: .insult, note: "x"), "through"),
        (DecideCaseRequest(through: 2, action: .warn, reason: .insult, note: "x"), "through"),
        (DecideCaseRequest(through: .max, action: .warn, reason: .insult, note: "x"), "through"),
        (DecideCaseRequest(through: 1, action: .init(rawValue: "shoot"), reason: .insult, note: "x"), "action"),
        (DecideCaseRequest(through: 1, action: .warn, reason: .init(rawValue: "mood"), note: "x"), "reason"),
        (DecideCaseRequest(through: 1, action: .warn, reason: .insult, note: " "), "note"),
        (DecideCaseRequest(through: 1, action: .suspend, reason: .insult, note: "x"), "days"),
        (DecideCaseRequest(through: 1, action: .suspend, reason: .insult, note: "x", days: 0), "days"),
        (DecideCaseRequest(through: 1, action: .suspend, reason: .insult, note: "x", days: .max), "days"),
        (DecideCaseRequest(through: 1, action: .warn, reason: .insult, note: "x", days: 3), "days"),
        (DecideCaseRequest(through: 1, action: .removeContent, reason: .insult, note: "x"), "action"),
        (
            DecideCaseRequest(through: 1, action: .warn, reason: .insult, note: "x", removesContent: true),
            "removes_content"
        ),
    ])
    func `an invalid decision is refused with the wrong member`(_ body: DecideCaseRequest, _ path: String) async throws
    {
        let people = try await server.members("maya", "liam", "mod")
        try await server.reported(.person(people[1].id), by: people[0])
        let file = try #require(try await server.queue(people[2]).first)
        let response = try await server.post("/moderation/cases/\(file.id)/decide", body, token: people[2].token)
        #expect(response.status == 422 && response.problem?.fields.map(\.path) == [path])
        #expect(try await server.audit(people[2]).isEmpty)
    }

    @Test func `removed content disappears for all viewers`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        let id = try await server.host(by: people[1]).id
        try await server.joined(id, by: people[0])
        let item = try await server.post("/meetups/\(id)/posts", PostRequest(text: "Or else"), token: people[1].token)
            .payload(FeedItem.self)
        let photo = try await server.upload(TestImage.png(), token: people[1].token).payload(Keyed<Photo>.self).value
        var profile = Profile.valid("Liam")
        profile.photos = [photo]
        try await server.save(profile, token: people[1].token)
        for about in [ReportSubject.post(item.id), .photo(photo.id, of: people[1].id), .meetup(id)] {
            try await server.reported(about, by: people[0])
            try await server.decideFirstCase(.removeContent, by: people[2])
        }
        let feed = try await server.send(.get, "/meetups/\(id)/posts", token: people[0].token)
            .payload(Page<FeedItem>.self)
        #expect(feed.list.elements.isEmpty)
        #expect(try await server.photo(photo.id, of: people[1].id, token: people[0].token).status == 404)
        #expect(try await server.me(people[1].token).payload(ProfileData.self).profile?.photos.isEmpty == true)
        #expect(try await server.meetup(id, as: people[0]).status == .cancelled)
        #expect(try await server.decisions(people[1]).map(\.action) == Array(repeating: .removeContent, count: 3))
    }

    @Test func `a decision about 230 reports is applied in parts and continues after an interruption`() async throws {
        let store = CountingStore()
        let server = try TestServer.moderated(by: "mod", store: store)
        let people = try await server.members(["liam", "mod"] + (0..<230).map { "r\($0)" })
        for reporter in people.dropFirst(2) { try await server.reported(.person(people[0].id), by: reporter) }
        store.fail(after: 2)  // the decision, and one part
        _ = try await server.decideFirstCase(.warn, by: people[1])
        store.fail(after: .max)
        func undecided() async throws -> Int {
            try await server.store.read { reader in
                try reader.list(ReportRecord.self, IndexQuery(IndexEntry.expiryIndex)).count { $0.outcome == nil }
            }
        }
        let left = try await undecided()
        #expect(left > 0 && left < 230)
        try await server.reported(.person("nobody"), by: people[2])
        #expect(try await undecided() == 1)
    }

    // MARK: Appeals

    @Test func `an appeal is possible once and is decided by another moderator`() async throws {
        let people = try await server.members("maya", "liam", "mod", "mina")
        try await server.reported(.person(people[1].id), by: people[0])
        let decision = try await server.decideFirstCase(.warn, by: people[2])
        #expect(try await server.appeal(decision.id, by: people[0]).status == 404)
        let appealed = try await server.appeal(decision.id, by: people[1]).payload(Keyed<Decision>.self).value
        #expect(appealed.appeal == .open)
        let again = try await server.appeal(decision.id, by: people[1])
        #expect(again.status == 409 && again.code == .alreadyDecided)
        #expect(try await server.appeals(people[2]).isEmpty)
        let appeal = try #require(try await server.appeals(people[3]).first)
        #expect(appeal.isBySubject && appeal.decision.id == decision.id)
        #expect(try await server.decide(appeal.id, overturns: true, by: people[2]).status == 404)
        let slices = try await server.slices(of: people) {
            let outcome = try await server.decide(appeal.id, overturns: true, by: people[3]).status
            #expect(outcome == 200)
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[.reportChanged], [.decisionChanged], [], []])
        #expect(try await conduct(people[1]).isEmpty)
        #expect(try await server.decisions(people[1]).first?.state == .overturned)
        #expect(try await server.reports(people[0]).first?.outcome == .nothingFound)
        #expect(try await server.decide(appeal.id, overturns: false, by: people[3]).status == 404)
        let overturned = try await server.appeal(decision.id, by: people[1])
        #expect(overturned.status == 409 && overturned.code == .alreadyDecided)
    }

    @Test(arguments: [true, false])
    func `the audit trail names the moderator and the outcome of an appeal`(_ overturns: Bool) async throws {
        let people = try await server.members("maya", "liam", "mod", "mina")
        try await server.reported(.person(people[1].id), by: people[0])
        let decision = try await server.decideFirstCase(.warn, by: people[2])
        _ = try await server.appeal(decision.id, by: people[1])
        let appeal = try #require(try await server.appeals(people[3]).first)
        _ = try await server.decide(appeal.id, overturns: overturns, by: people[3])
        let entries = try await server.audit(people[2])
        #expect(entries.map(\.action) == [overturns ? .overturned : .upheld, .decided])
        let trail = AuditTrail(digest: server.backend.context.digest)
        #expect(entries[0].moderatorID == trail.alias(of: people[3].id))
        #expect(entries[0].details == "subject warn" && entries[0].previous == entries[1].hash)
    }

    @Test func `a rejected appeal leaves the decision in force and cannot be repeated`() async throws {
        let people = try await server.members("maya", "liam", "mod", "mina")
        try await server.reported(.person(people[1].id), by: people[0])
        let decision = try await server.decideFirstCase(.warn, by: people[2])
        _ = try await server.appeal(decision.id, by: people[1])
        let appeal = try #require(try await server.appeals(people[3]).first)
        #expect(try await server.decide(appeal.id, overturns: false, by: people[3]).status == 200)
        #expect(try await conduct(people[1]).count == 1)
        #expect(try await server.decisions(people[1]).first?.appeal == .upheld)
        #expect(try await server.appeal(decision.id, by: people[1]).status == 409)
    }

    @Test func `a reporter appeals once if nothing was found, and then another moderator decides the case`()
        async throws
    {
        let people = try await server.members("maya", "liam", "mod", "mina", "mo")
        let report = try await server.reported(.person(people[1].id), by: people[0])
        #expect(try await server.appeal(report.id, by: people[0]).code == .notInTime)
        try await server.decideFirstCase(.dismiss, by: people[2])
        #expect(try await server.appeal(report.id, by: people[0]).payload(Keyed<Report>.self).value.appeal == .open)
        #expect(try await server.appeal(report.id, by: people[0]).code == .alreadyDecided)
        let appeal = try #require(try await server.appeals(people[3]).first)
        #expect(!appeal.isBySubject)
        _ = try await server.decide(appeal.id, overturns: true, by: people[3])
        let reopened = try #require(try await server.reports(people[0]).first)
        #expect(reopened.status == .received && reopened.appeal == .overturned)
        // A moderator who was wrong does not decide again.
        #expect(try await server.queue(people[2]).isEmpty)
        let file = try #require(try await server.queue(people[4]).first)
        #expect(try await server.decide(file, .dismiss, by: people[2]).status == 404)
        #expect(try await server.decide(file, .warn, by: people[4]).status == 200)
        let acted = try #require(try await server.reports(people[0]).first)
        #expect(acted.outcome == .acted)
        #expect(try await server.appeal(report.id, by: people[0]).code == .alreadyDecided)
    }

    @Test func `an appeal and the end of a suspension send the changed decision to its person`() async throws {
        let people = try await server.members("maya", "liam", "ana", "mod")
        for person in people[1...2] { try await server.reported(.person(person.id), by: people[0]) }
        let warning = try await server.decideFirstCase(.warn, by: people[3])
        let suspension = try await server.decideFirstCase(.suspend, days: 3, by: people[3])
        let (warned, suspended) = (try #require(people.first { $0.id == warning.userID }), suspension.userID)
        let kinds = try await server.appended(to: [people[0], warned]) {
            let response = try await server.appeal(warning.decision.id, by: warned)
            #expect(response.status == 200)
        }
        #expect(kinds == [[], [.decisionChanged]])
        let before = try await server.kinds(in: suspended).count
        #expect(try await server.lift(suspension.decision.id, by: people[3]).status == 200)
        #expect(try await server.kinds(in: suspended).dropFirst(before).contains(.decisionChanged))
    }

    @Test func `an appeal of a reporter and its outcome send the changed report to the reporter`() async throws {
        let people = try await server.members("maya", "liam", "mod", "mina")
        let report = try await server.reported(.person(people[1].id), by: people[0])
        try await server.decideFirstCase(.dismiss, by: people[2])
        let appealed = try await server.appended(to: Array(people.prefix(2))) {
            let response = try await server.appeal(report.id, by: people[0])
            #expect(response.status == 200)
        }
        #expect(appealed == [[.reportChanged], []])
        let appeal = try #require(try await server.appeals(people[3]).first)
        let decided = try await server.appended(to: Array(people.prefix(2))) {
            let response = try await server.decide(appeal.id, overturns: false, by: people[3])
            #expect(response.status == 200)
        }
        #expect(decided == [[.reportChanged], []])
    }

    // MARK: The trail

    @Test func `the audit trail chains every step, and verification finds a changed or deleted entry`() async throws {
        let people = try await server.members("maya", "liam", "mod", "mina")
        try await server.reported(.person(people[1].id), by: people[0])
        let decision = try await server.decideFirstCase(.suspend, days: 3, by: people[2])
        _ = try await server.lift(decision.id, by: people[2])
        let entries = try await server.audit(people[3])
        #expect(entries.map(\.number) == [2, 1] && entries.map(\.action) == [.lifted, .decided])
        #expect(entries[0].previous == entries[1].hash && entries[1].previous.isEmpty)
        #expect(entries[1].details == "suspend 3 insult through 1" && entries[1].note == "Seen.")
        let trail = AuditTrail(digest: server.backend.context.digest)
        #expect(entries.allSatisfy { $0.moderatorID == trail.alias(of: people[2].id) })
        #expect(
            try await server.store.read { try trail.verify(in: $0).0 } == AuditVerification(entries: 2, firstFault: nil)
        )
        // No request can change the trail.
        for method in [HTTPMethod.post, .put, .patch, .delete] {
            for path in ["/moderation/audit", "/moderation/audit/1"] {
                #expect(try await [404, 405].contains(server.send(method, path, token: people[2].token).status))
            }
        }
        for number in 1...2 {
            try await server.store.transaction { transaction in
                let record = try #require(try transaction.get(AuditRecord.self, String(number)))
                let text = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
                let forged = Data(text.replacing("Seen.", with: "Sold.").replacing("Enough.", with: "Sold.").utf8)
                try transaction.put(try JSONDecoder().decode(AuditRecord.self, from: forged))
                #expect(try trail.verify(in: transaction).0.firstFault == number)
                try transaction.delete(AuditRecord.self, record.key)
                #expect(try trail.verify(in: transaction).0.firstFault == number)
                try transaction.put(record)
            }
        }
    }
}
