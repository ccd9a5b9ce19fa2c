import Connections
import Foundation
import Matching
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The maximum number of elements in each section of an archive.
@Suite struct ImportBoundsTests {
    private let server = TestServer.onCampus()

    private func archive(of person: Member) async throws -> Data {
        try await server.send(.get, "/users/me/export", token: person.token).body
    }

    /// Checks that a section with `most` elements is imported into an empty store, and that one more is refused.
    ///
    /// - Parameters:
    ///   - section: A section that is empty in the archive.
    ///   - file: The archive.
    ///   - elements: Creates the elements of the section for a number of elements.
    private func check<Element: Encodable>(
        _ section: String, of file: Data, most: Int, _ elements: (Int) -> [Element]
    ) async throws {
        let text = String(decoding: file, as: UTF8.self)
        let empty = try #require(text.range(of: "\"\(section)\":\\[\\s*\\]", options: .regularExpression))
        for (count, isValid) in [(most, true), (most + 1, false)] {
            let list = String(decoding: try OrbitJSON.encoder.encode(elements(count)), as: UTF8.self)
            let filled = Data(text.replacingCharacters(in: empty, with: "\"\(section)\":\(list)").utf8)
            let fresh = TestServer.onCampus(seed: 9)
            fresh.clock.advance(to: server.clock.date)
            if isValid {
                try await fresh.backend.importArchive(filled)
            } else {
                await #expect(throws: ArchiveError.invalid(section: section)) {
                    try await fresh.backend.importArchive(filled)
                }
            }
        }
    }

    private func people(_ count: Int) -> [UserID] { (0..<count).map { UserID("person\($0)") } }

    @Test func `an archive with more blocked, muted, hidden or seen people than the maximum is refused`() async throws {
        let (person, now) = (try await server.members("maya")[0], server.clock.date)
        let file = try await archive(of: person)
        try await check("blocks", of: file, most: 10_000) { count in
            people(count).map { BlockedPerson(userID: $0, blockedAt: now) }
        }
        try await check("mutes", of: file, most: 500) { count in
            people(count).map { MutedPerson(userID: $0, mutedAt: now) }
        }
        try await check("taste", of: file, most: 100) {
            [ExportedPreferences(dealbreakers: Dealbreakers(), lessLike: people($0))]
        }
        try await check("seen", of: file, most: 31) { count in
            (0..<count).map { ExportedSeen(date: CalendarDay(sinceEpoch: 20_000 + $0), people: people(2)) }
        }
    }

    @Test func `an archive with more meetups or posts than the maximum is refused`() async throws {
        let (person, now) = (try await server.members("maya")[0], server.clock.date)
        let file = try await archive(of: person)
        _ = try await server.host(by: person)
        let sections = try Archive.read(try await archive(of: person)).sections
        let hosted = try #require(sections.hosted?.first).meetup
        func meetups(_ count: Int, _ reason: CancelReason?) -> [ExportedMeetup] {
            (0..<count).map { number in
                let meetup = Meetup(
                    id: MeetupID("meetup\(number)"), hostID: person.id, plan: hosted.plan, cancelReason: reason,
                    createdAt: now)
                return ExportedMeetup(meetup: meetup, number: nil, link: "link\(number)")
            }
        }
        try await check("meetups_hosted", of: file, most: 150) { meetups($0, nil) }
        try await check("meetups_hosted", of: file, most: 2_000) { meetups($0, .weather) }
        try await check("posts", of: file, most: 10_000) { count in
            (0..<count).map { number in
                MeetupPost(
                    id: PostID("post\(number)"), meetupID: "unknown", authorID: person.id, text: "Hello",
                    createdAt: now)
            }
        }
    }
}
