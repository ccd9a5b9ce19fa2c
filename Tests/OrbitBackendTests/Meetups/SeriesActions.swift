import Foundation
import Meetups
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The actions of people on series, over the transport.
extension TestServer {
    /// Creates a series, and returns its meetups in order.
    func series(
        _ count: Int, _ rule: String? = nil, inHours hours: Double = 48, by member: Member,
        _ change: (inout MeetupEntry) -> Void = { _ in }
    ) async throws -> [MeetupListing] {
        let first = try await host(inHours: hours, by: member) {
            $0.repeats = rule ?? "FREQ=WEEKLY;COUNT=\(count)"
            change(&$0)
        }
        let all = try await occurrences(of: first, as: member)
        #expect(all.count == count)
        return all
    }

    /// The meetups of a series that a person finds.
    func occurrences(of listing: MeetupListing, as member: Member) async throws -> [MeetupListing] {
        let series = try #require(listing.meetup.series)
        return try await readSeries(series.id, as: member).payload(Page<MeetupListing>.self).list.elements
    }

    func readSeries(_ id: SeriesID, as member: Member) async throws -> HTTPResponse {
        try await send(.get, "/meetups/series/\(id)", token: member.token)
    }

    func editFollowing(
        _ meetup: MeetupID, by member: Member, version: String? = nil, scope: String = "following",
        _ change: (inout MeetupEntry) -> Void
    ) async throws -> HTTPResponse {
        let response = try await read(meetup, as: member)
        var entry = MeetupEntry(try response.payload(MeetupListing.self).meetup.plan)
        change(&entry)
        let version = version ?? response.field("etag") ?? ""
        return try await send(
            .patch, "/meetups/\(meetup)?scope=\(scope)", token: member.token,
            headers: [("Content-Type", "application/json"), ("If-Match", version)],
            body: OrbitJSON.encoder.encode(entry))
    }

    func cancelFollowing(_ meetup: MeetupID, by member: Member, key: String? = nil) async throws -> HTTPResponse {
        try await post(
            "/meetups/\(meetup)/cancel", CancelMeetupRequest(reason: .weather, scope: .following), token: member.token,
            headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }
}
