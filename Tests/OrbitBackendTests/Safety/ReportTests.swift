import Auth
import Connections
import Foundation
import Meetups
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Reputation
import Safety
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct ReportTests {
    private let server: TestServer

    init() throws {
        server = try .moderated(by: "mod", "mina")
    }

    @Test func `a report gets a receipt at once, and is listed for its sender alone`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let report = try await server.reported(.person(people[1].id), .threat, by: people[0])
        #expect(report.status == .received && report.outcome == nil && report.appeal == nil)
        #expect(report.receipt.wholeMatch(of: /[0-9A-F]{4}-[0-9A-F]{4}/) != nil)
        #expect(try await server.reports(people[0]) == [report])
        #expect(try await server.reports(people[1]).isEmpty)
        #expect(try await server.reports(people[2]).isEmpty)
        #expect(try await server.appeal(report.id, by: people[1]).status == 404)
    }

    @Test func `a report changes no byte of the responses to the reported person and other people`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[1]).id
        let paths = [
            "/users/me", "/meetups/mine", "/meetups", "/matches", "/pokes/incoming", "/decisions", "/events",
            "/users/\(people[1].id)", "/meetups/\(id)",
        ]
        func bytes(_ member: Member) async throws -> [Data] {
            var all: [Data] = []
            for path in paths { all.append(try await server.send(.get, path, token: member.token).body) }
            return all
        }
        let before = (try await bytes(people[1]), try await bytes(people[2]))
        let slices = try await server.slices(of: people) {
            for about in [ReportSubject.person(people[1].id), .meetup(id)] {
                try await server.reported(about, evidence: [EvidenceChoice(.profile)], by: people[0])
            }
        }
        #expect(slices.map(\.events.count) == [2, 0, 0])
        #expect(slices[0].events.allSatisfy { $0.kind == .reportChanged && $0.subject == nil })
        #expect(try await bytes(people[1]) == before.0)
        #expect(try await bytes(people[2]) == before.1)
    }

    @Test func `a person can be reported after a block in either direction`() async throws {
        let people = try await server.members("maya", "liam", "ana", "mod")
        _ = try await server.block(people[1].id, by: people[0])
        try await server.reported(.person(people[1].id), by: people[0])
        try await server.reported(.person(people[0].id), by: people[1])
        #expect(try await Set(server.queue(people[3]).map(\.userID)) == [people[0].id, people[1].id])
        // The block stays in force, and neither person sees the other person.
        #expect(try await server.person(people[1].id, as: people[0]).status == 404)
    }

    @Test func `a report of a person gets the same form of response for every identifier`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let elsewhere = try await server.join("cem@uba.edu.ar", profile: .valid("Cem"))
        let unfinished = try await server.signIn("eve@stanford.edu")
        _ = try await server.block(people[0].id, by: people[2])
        let erased = try await server.members("zoe")[0]
        #expect(try await server.send(.delete, "/users/me", token: erased.token).status == 200)
        let ids = [
            people[1].id, erased.id, people[2].id, elsewhere.userID, unfinished.userID,
            UserID(String(repeating: "0", count: 32)),
        ]
        var shapes: Set<String> = []
        for id in ids {
            let response = try await server.report(.person(id), by: people[0])
            #expect(response.status == 200)
            let report = try response.payload(Keyed<Report>.self).value
            #expect(try await server.reports(people[0]).contains(report))
            shapes.insert(
                String(decoding: response.body, as: UTF8.self).replacing(id.rawValue, with: "?")
                    .replacing(report.id.rawValue, with: "?").replacing(report.receipt, with: "?")
                    .replacing(/:\d+"/, with: "?").replacing(/"seq":\d+/, with: "?"))
        }
        #expect(shapes.count == 1)
    }

    @Test func `a report of an unknown subject makes no case and is closed after some days`() async throws {
        var people = try await server.members("maya", "mod", "mina")
        let report = try await server.reported(.person("nobody"), by: people[0])
        #expect(try await server.queue(people[1]).isEmpty)
        try await server.advanceTime(days: 0.9, &people)
        _ = try await server.reported(.post("nothing"), by: people[0])
        #expect(try await server.reports(people[0]).last?.status == .received)
        try await server.deferringWork { try await server.advanceTime(days: 5, &people) }
        let slices = try await server.slices(of: [people[0]]) {
            try await server.reported(.meetup("nowhere"), by: people[0])
        }
        let closed = try #require(try await server.reports(people[0]).last)
        #expect(closed.id == report.id && closed.outcome == .nothingFound && closed.decidedAt != nil)
        #expect(slices[0].events.filter { $0.kind == .reportChanged }.count == 3)
        // An appeal against it is also decided only after some days.
        #expect(try await server.appeal(report.id, by: people[0]).payload(Keyed<Report>.self).value.appeal == .open)
        #expect(try await server.appeals(people[1]).isEmpty)
        try await server.advanceTime(days: 6, &people)
        _ = try await server.reported(.person("nobody"), by: people[0])
        #expect(try await server.reports(people[0]).last?.appeal == .upheld)
    }

    @Test func `a report of the reporter's own profile, photo, meetup or post is refused`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[0]).id
        let item = try await server.post("/meetups/\(id)/posts", PostRequest(text: "Hello"), token: people[0].token)
            .payload(FeedItem.self)
        let own: [ReportSubject] = [
            .person(people[0].id), .photo("1", of: people[0].id), .meetup(id), .post(item.id),
        ]
        for about in own {
            let response = try await server.report(about, by: people[0])
            #expect(response.status == 422 && response.problem?.fields.first?.code == .notAllowed)
        }
        #expect(try await server.reports(people[0]).isEmpty)
    }

    @Test func `evidence of ten megabytes is refused as too large`() async throws {
        let people = try await server.members("maya", "liam")
        let text = String(repeating: "a", count: 10_000_000)
        let response = try await server.report(
            .person(people[1].id), evidence: [EvidenceChoice(.text, text: text)], by: people[0])
        #expect(response.status == 413 && response.code == .payloadTooLarge)
        let long = try await server.report(
            .person(people[1].id), evidence: [EvidenceChoice(.text, text: String(text.prefix(4_001)))], by: people[0])
        #expect(long.status == 422 && long.problem?.fields.map(\.path) == ["evidence[0].text"])
    }

    @Test func `evidence is kept after the original is changed, cancelled or deleted`() async throws {
        let people = try await server.members("maya", "liam", "mod")
        let image = TestImage.png("proof")
        let photo = try await server.upload(image, token: people[1].token).payload(Keyed<Photo>.self).value
        var profile = Profile.valid("Liam")
        profile.bio = "I know where you live"
        profile.photos = [photo]
        try await server.save(profile, token: people[1].token)
        let id = try await server.host("Come alone", by: people[1]).id
        try await server.joined(id, by: people[0])
        let item = try await server.post("/meetups/\(id)/posts", PostRequest(text: "Or else"), token: people[1].token)
            .payload(FeedItem.self)
        try await server.reported(
            .person(people[1].id), .threat,
            evidence: [
                EvidenceChoice(.profile), EvidenceChoice(.photos), EvidenceChoice(.meetup, meetupID: id),
                EvidenceChoice(.post, postID: item.id), EvidenceChoice(.text, text: "Copied"),
            ], by: people[0])
        _ = try await server.send(.delete, "/meetups/posts/\(item.id)", token: people[1].token)
        _ = try await server.cancel(id, by: people[1])
        try await server.save(.valid("Somebody"), token: people[1].token)
        #expect(try await server.photo(photo.id, of: people[1].id, token: people[1].token).status == 404)
        let file = try #require(try await server.queue(people[2]).first)
        let evidence = try #require(try await server.reports(of: file.id, as: people[2]).first?.evidence)
        #expect(evidence.map(\.kind) == [.profile, .photos, .meetup, .post, .text])
        #expect(evidence[0].person?.profile.bio == "I know where you live")
        #expect(evidence[2].meetup?.plan.title == "Come alone" && evidence[2].meetup?.status == .scheduled)
        #expect(evidence[3].text == "Or else" && evidence[4].text == "Copied")
        let name = try #require(evidence[1].photos?.first)
        let kept = try await server.send(
            .get, "/moderation/cases/\(file.id)/photos/\(name)", token: people[2].token)
        let sent = try await server.store.read { reader in
            try reader.blob(EvidencePhotoRecord.self, EvidencePhotoRecord.key(name, of: people[1].id))
        }
        #expect(kept.status == 200 && kept.body == sent && kept.body.count > 20)
        #expect(
            try await server.send(.get, "/moderation/cases/\(file.id)/photos/\(name)", token: people[0].token).status
                == 404)
    }

    @Test func `evidence contains only data of the reported person that the reporter may see`() async throws {
        let people = try await server.members("maya", "liam", "ana", "mod")
        var profile = Profile.valid("Liam")
        profile.bio = "For matches"
        profile.visibility = ProfileVisibility([.bio: .matches])
        try await server.save(profile, token: people[1].token)
        let other = try await server.host("Of Ana", by: people[2]).id
        let post = try await server.post(
            "/meetups/\(other)/posts", PostRequest(text: "By Ana"), token: people[2].token
        ).payload(FeedItem.self).post
        try await server.reported(
            .person(people[1].id),
            evidence: [
                EvidenceChoice(.profile), EvidenceChoice(.meetup, meetupID: other),
                EvidenceChoice(.post, postID: post.id),
            ],
            by: people[0])
        let file = try #require(try await server.queue(people[3]).first)
        let evidence = try #require(try await server.reports(of: file.id, as: people[3]).first?.evidence)
        #expect(evidence[0].person?.profile.bio.isEmpty == true && evidence[0].person?.profile.name == "Liam")
        #expect(evidence[1] == Evidence(.meetup) && evidence[2] == Evidence(.post))
    }

    @Test func `the note of a rating is evidence only after its reveal and only for its recipient`() async throws {
        var people = try await server.members("liam", "maya", "ana", "mod")
        let id = try await server.endedMeetup(of: &people)
        func note(to member: Member) async throws -> UserRatingID {
            try await server.rate(member.id, at: id, by: people[0], note: "For \(member.address)")
                .payload(GivenRating.self).id
        }
        let (own, other) = (try await note(to: people[1]), try await note(to: people[2]))
        _ = try await server.rate(people[0].id, at: id, by: people[2])
        func evidence(of rating: UserRatingID) async throws -> [String] {
            try await server.reported(
                .person(people[0].id), evidence: [EvidenceChoice(.note, ratingID: rating)], by: people[1])
            let file = try #require(try await server.queue(people[3]).first)
            return try await server.reports(of: file.id, as: people[3]).flatMap(\.evidence).compactMap(\.text)
        }
        #expect(try await evidence(of: own) == [])
        #expect(try await evidence(of: other) == [])
        _ = try await server.rate(people[0].id, at: id, by: people[1])
        #expect(try await evidence(of: own) == ["For maya@stanford.edu"])
    }

    @Test func `evidence photos with the same name and different contents get different names`() async throws {
        let people = try await server.members("maya", "liam")
        try await server.store.transaction { engine in
            let transaction = LogTransaction(engine, now: server.clock.date, features: .orbit, newEpoch: { "e" })
            var budget = try EvidenceBudget(of: people[0].id, in: transaction, now: server.clock.date)
            for mark in ["a", "b", "a"] {
                let photo = PhotoRecord(
                    owner: people[1].id, id: "1", mediaType: "image/png", createdAt: server.clock.date)
                try photo.save(Data(mark.utf8), in: transaction)
                let name = try EvidencePhotoRecord.keep("1", of: people[1].id, from: &budget, in: transaction)
                #expect(name == (mark == "a" ? "1" : "1-1"))
            }
        }
        let kept = try await server.store.read { reader in
            try (["1", "1-1", "1-2"] as [PhotoID]).map { name in
                try reader.blob(EvidencePhotoRecord.self, EvidencePhotoRecord.key(name, of: people[1].id))
            }
        }
        #expect(kept == [Data("a".utf8), Data("b".utf8), nil])
    }

    @Test func `an evidence photo outlives the account under the person's pseudonym`() async throws {
        let people = try await server.members("maya", "liam")
        let photo = PhotoRecord(
            owner: people[1].id, id: "1", mediaType: "image/png", createdAt: server.clock.date)
        try await server.store.transaction { engine in
            let transaction = LogTransaction(engine, now: server.clock.date, features: .orbit, newEpoch: { "e" })
            var budget = try EvidenceBudget(of: people[0].id, in: transaction, now: server.clock.date)
            try photo.save(Data("evidence".utf8), in: transaction)
            _ = try EvidencePhotoRecord.keep("1", of: people[1].id, from: &budget, in: transaction)
        }
        #expect(try await server.send(.delete, "/users/me", token: people[1].token).status == 200)
        try await server.backend.runScheduledWork()
        let old = EvidencePhotoRecord.key("1", of: people[1].id)
        let (kept, blobs) = try await server.store.read { reader in
            let kept = try reader.positions(EvidencePhotoRecord.self, IndexQuery(IndexEntry.expiryIndex)).map(\.key)
            return (kept, try (kept + [old]).map { try reader.blob(EvidencePhotoRecord.self, $0) })
        }
        #expect(kept.count == 1 && kept != [old])
        #expect(blobs == [Data("evidence".utf8), nil])
        #expect(try await server.store.read { try $0.blob(PhotoRecord.self, photo.key) } == nil)
    }

    @Test func `the limit of 50 reports applies to each reporter separately`() async throws {
        let people = try await server.members("maya", "liam", "ana", "mod")
        var statuses: [Int: Int] = [:]
        for number in 0..<100 {
            let response = try await server.report(.person(UserID("nobody-\(number)")), by: people[0])
            statuses[response.status, default: 0] += 1
            if response.status == 429 { #expect(response.code == .rateLimited && response.problem?.retryAfter != nil) }
        }
        #expect(statuses == [200: 50, 429: 50])
        #expect(try await server.report(.person(people[1].id), by: people[2]).status == 200)
        // A subject that was reported before can be reported again, with more evidence.
        #expect(try await server.report(.person("nobody-0"), by: people[0]).status == 200)
    }

    @Test func `the same thing can be reported again ten times a day, and its case has one reporter`() async throws {
        let people = try await server.members("maya", "liam", "ana", "mod")
        for _ in 0..<11 { #expect(try await server.report(.person(people[1].id), by: people[0]).status == 200) }
        let refused = try await server.report(.person(people[1].id), by: people[0])
        #expect(refused.status == 429)
        #expect(try await server.report(.person(people[2].id), by: people[0]).status == 200)
        let files = try await server.queue(people[3])
        let file = try #require(files.first { $0.userID == people[1].id })
        #expect(files.count == 2 && file.reports == 11 && file.circles == 1)
        #expect(try await Set(server.reports(of: file.id, as: people[3]).map(\.reporter)) == [1])
    }

    @Test func `a report that is repeated by its key is one report`() async throws {
        let people = try await server.members("maya", "liam")
        let first = try await server.report(.person(people[1].id), by: people[0], key: "k")
        #expect(try await server.report(.person(people[1].id), by: people[0], key: "k").body == first.body)
        #expect(try await server.reports(people[0]).count == 1)
    }

    @Test func `30 reports without a decision have no effect on the reported person`() async throws {
        let names = (0..<30).map { "r\($0)" }
        let people = try await server.members(["liam", "mod"] + names)
        let reporters = people.dropFirst(2)
        let id = try await server.host(by: people[0]).id
        for reporter in reporters { try await server.reported(.person(people[0].id), .violence, by: reporter) }
        #expect(try await server.me(people[0].token).status == 200)
        #expect(try await server.meetup(id, as: people[2]).status == .scheduled)
        #expect(try await server.decisions(people[0]).isEmpty)
        #expect(try await server.queue(people[1]).first?.reports == 30)
    }

    @Test func `a report costs a bounded number of store calls, however many have reported before`() async throws {
        let store = CountingStore()
        let server = try TestServer.moderated(by: "mod", store: store)
        let people = try await server.members(["liam"] + (0..<20).map { "r\($0)" })
        var costs: [Int] = []
        for reporter in people.dropFirst() {
            store.reset()
            try await server.reported(.person(people[0].id), evidence: [EvidenceChoice(.profile)], by: reporter)
            costs.append(store.calls)
        }
        let (second, last) = (costs[1], try #require(costs.last))
        #expect(last <= second + 5 && last < 120)
    }
}
