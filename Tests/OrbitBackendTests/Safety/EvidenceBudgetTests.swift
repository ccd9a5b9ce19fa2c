import Foundation
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

/// The limits of the evidence that is stored for one reporter: the evidence of a day, and all unexpired evidence.
@Suite struct EvidenceBudgetTests {
    private let server: TestServer

    init() throws {
        server = try .moderated(by: "mod")
    }

    /// The evidence of a report of maximum size, about 58 KB.
    private static let largest = (0..<9).map {
        EvidenceChoice(.text, text: "\($0)" + String(repeating: "ab cd ", count: 660))
    }

    /// The pieces of evidence of each report about a person, in order.
    private func evidence(about person: Member, as moderator: Member) async throws -> [[Evidence]] {
        try await server.reports(of: CaseRecord.id(of: .person(person.id)), as: moderator).map(\.evidence)
    }

    @Test func `evidence beyond a day's bytes is left out, the report is kept, and the case says so`() async throws {
        let people = try await server.members(["maya", "mod"] + (0..<30).map { "other\($0)" })
        for other in people.dropFirst(2) {
            try await server.reported(.person(other.id), evidence: Self.largest, by: people[0])
        }
        #expect(try await server.queue(people[1], query: "?limit=100").count == 30)
        var reports: [[Evidence]] = []
        for other in people.dropFirst(2) { reports += try await evidence(about: other, as: people[1]) }
        #expect(reports.allSatisfy { $0.count == Self.largest.count })
        #expect(reports[0].allSatisfy { $0.text != nil && $0.isIncomplete == nil })
        #expect(reports[29].allSatisfy { $0.text == nil && $0.isIncomplete == true })
        let bytes = reports.joined().reduce(0) { $0 + ($1.text?.utf8.count ?? 0) }
        #expect((400_000...655_360).contains(bytes), "\(bytes)")
        // Evidence of other reporters does not count.
        try await server.reported(.person(people[0].id), evidence: Self.largest, by: people[2])
        #expect(try await evidence(about: people[0], as: people[1])[0].allSatisfy { $0.isIncomplete == nil })
    }

    @Test func `the next day there is room for evidence again`() async throws {
        var people = try await server.members(["maya", "mod"] + (0..<21).map { "other\($0)" })
        for other in people.dropFirst(2).prefix(20) {
            try await server.reported(.person(other.id), evidence: Self.largest, by: people[0])
        }
        try await server.advanceTime(days: 1, &people)
        try await server.reported(.person(people[22].id), evidence: Self.largest, by: people[0])
        #expect(try await evidence(about: people[22], as: people[1])[0].allSatisfy { $0.isIncomplete == nil })
    }

    @Test func `each of a day's reports has room for the smallest evidence`() async throws {
        let people = try await server.members("maya", "mod", "liam")
        let (maya, liam, now) = (people[0].id, people[2].id, server.clock.date)
        try await server.backend.context.commit(at: now) { transaction in
            for number in 0..<150 {
                var budget = try EvidenceBudget(of: maya, in: transaction, now: now)
                let hasRoom = budget.take(words: 4_000)
                #expect(hasRoom, "\(number)")
                try budget.record(in: transaction)
            }
        }
        try await server.reported(.person(liam), evidence: [EvidenceChoice(.profile)], by: people[0])
        #expect(try await evidence(about: people[2], as: people[1])[0].map(\.isIncomplete) == [nil])
    }

    @Test func `photos beyond a day's bytes are left out, and photos that are kept already do not count`() async throws
    {
        let people = try await server.members("maya", "mod", "liam", "ana")
        let size = 5 * 1_048_576
        for (owner, count) in [(2, 6), (3, 1)] {
            var profile = Profile.valid(owner == 2 ? "Liam" : "Ana")
            for number in 0..<count {
                let image = TestImage.jpeg("\(owner)\(number)", count: size)
                profile.photos.append(
                    try await server.upload(image, token: people[owner].token).payload(Keyed<Photo>.self).value)
            }
            try await server.save(profile, token: people[owner].token)
        }
        let photos = [EvidenceChoice(.photos)]
        try await server.reported(.person(people[2].id), evidence: photos, by: people[0])
        let first = try #require(try await evidence(about: people[2], as: people[1]).first?.first)
        #expect(first.photos?.count == 4)
        #expect(first.isIncomplete == true)
        // Photos that are kept already use no more of the day's bytes.
        try await server.reported(.person(people[2].id), evidence: photos, by: people[0])
        #expect(try await evidence(about: people[2], as: people[1])[1][0].photos?.count == 4)
        // Beyond a day's bytes, even the reported photo is left out.
        let photo = try await server.me(people[3].token).payload(ProfileData.self).profile?.photos.first
        let id = try #require(photo?.id)
        try await server.reported(.photo(id, of: people[3].id), by: people[0])
        let file = CaseRecord.id(of: .photo(id, of: people[3].id))
        let left = try #require(try await server.reports(of: file, as: people[1]).first?.evidence.first)
        #expect(left.photos == nil && left.isIncomplete == true)
    }

    private static let day: TimeInterval = 86_400

    /// Uses up a part of a reporter's budget at several times, in days from now.
    ///
    /// - Returns: Whether the budget had room at each of the times.
    private func take(_ days: [Double], of reporter: UserID, words: Int = 0, photos: Int = 0) async throws -> [Bool] {
        let now = server.clock.date
        return try await server.store.transaction { transaction in
            try days.map { days in
                let date = now.addingTimeInterval(days * Self.day)
                var budget = try EvidenceBudget(of: reporter, in: transaction, now: date)
                let hasRoom = budget.take(words: words) && budget.take(photo: photos)
                try budget.record(in: transaction)
                return hasRoom
            }
        }
    }

    @Test func `photos beyond 48 MiB of one reporter are left out until earlier photos expire`() async throws {
        let people = try await server.members("maya", "mod", "liam")
        let full = 24 * 1_048_576
        #expect(try await take([-3, -1.5], of: people[0].id, photos: full) == [true, true])
        var profile = Profile.valid("Liam")
        profile.photos.append(
            try await server.upload(TestImage.jpeg("liam"), token: people[2].token).payload(Keyed<Photo>.self).value)
        try await server.save(profile, token: people[2].token)
        let chosen = [EvidenceChoice(.photos), EvidenceChoice(.text, text: "He waits at my door.")]
        try await server.reported(.person(people[2].id), evidence: chosen, by: people[0])
        let pieces = try #require(try await evidence(about: people[2], as: people[1]).first)
        #expect(pieces.map(\.isIncomplete) == [true, nil])
        #expect(pieces.first?.photos == [] && pieces.last?.text == "He waits at my door.")
        // The photos of the first day expire after 800 days.
        #expect(try await take([796.9, 797.1], of: people[0].id, photos: full) == [false, true])
    }

    @Test func `a reported photo is kept after the room for photos within 800 days is used up`() async throws {
        let people = try await server.members("maya", "mod", "liam")
        let full = 24 * 1_048_576
        #expect(try await take([-3, -1.5], of: people[0].id, photos: full) == [true, true])
        var profile = Profile.valid("Liam")
        let photo = try await server.upload(TestImage.jpeg("liam"), token: people[2].token)
            .payload(Keyed<Photo>.self).value
        profile.photos.append(photo)
        try await server.save(profile, token: people[2].token)
        try await server.reported(.photo(photo.id, of: people[2].id), by: people[0])
        let file = CaseRecord.id(of: .photo(photo.id, of: people[2].id))
        let piece = try #require(try await server.reports(of: file, as: people[1]).first?.evidence.first)
        #expect(piece.photos?.count == 1 && piece.isIncomplete == nil)
    }

    @Test func `reported photos and other photos share the room of a day`() async throws {
        let maya = try await server.members("maya")[0].id
        let (now, half) = (server.clock.date, 12 * 1_048_576)
        let hasRoom = try await server.store.transaction { transaction in
            var results: [Bool] = []
            for (size, isReported) in [(half, true), (half, false), (1, true), (1, false)] {
                var budget = try EvidenceBudget(of: maya, in: transaction, now: now)
                results.append(budget.take(photo: size, isReported: isReported))
                try budget.record(in: transaction)
            }
            return results
        }
        #expect(hasRoom == [true, true, false, false])
    }

    @Test func `at most four photos of one name are kept, each content once`() async throws {
        let (owner, now) = (try await server.members("liam")[0].id, server.clock.date)
        let names = try await server.backend.context.commit(at: now) { transaction in
            var budget = try EvidenceBudget(of: "maya", in: transaction, now: now)
            var names: [PhotoID?] = []
            for byte in [0, 1, 2, 3, 4, 3] as [UInt8] {
                let photo = PhotoRecord(owner: owner, id: "photo", mediaType: "image/png", createdAt: now)
                try photo.save(Data([byte]), in: transaction)
                names.append(try EvidencePhotoRecord.keep("photo", of: owner, from: &budget, in: transaction))
            }
            return names
        }
        #expect(names == ["photo", "photo-1", "photo-2", "photo-3", nil, "photo-3"])
    }

    @Test func `the room of a day is 640 KiB of texts and 24 MiB of photos, to the byte`() async throws {
        let maya = try await server.members("maya")[0].id
        #expect(try await take([0], of: maya, words: 655_361) == [false])
        #expect(try await take([0], of: maya, photos: 25_165_825) == [false])
        #expect(try await take([0], of: maya, words: 655_360, photos: 25_165_824) == [true])
    }

    @Test func `photos of exactly one day ago do not use the room for reported photos`() async throws {
        let (maya, now, full) = (try await server.members("maya")[0].id, server.clock.date, 24 * 1_048_576)
        #expect(try await take([-1], of: maya, photos: full) == [true])
        let hasRoom = try await server.store.transaction { transaction in
            var budget = try EvidenceBudget(of: maya, in: transaction, now: now)
            return budget.take(photo: full, isReported: true)
        }
        #expect(hasRoom)
    }

    @Test func `texts beyond 2 MiB of one reporter are left out`() async throws {
        let maya = try await server.members("maya")[0].id
        #expect(try await take([-6, -4.5, -3, -1.5], of: maya, words: 655_360) == [true, true, true, false])
        #expect(try await take([0], of: maya, words: 131_072) == [true])
        #expect(try await take([2], of: maya, words: 1) == [false])
    }
}
