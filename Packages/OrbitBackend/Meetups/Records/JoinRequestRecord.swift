import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// A request to attend, stored for the host and for the requester.
struct JoinRequestRecord: ExpiringRecord {
    static let table = "meetup_requests"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byRequester,
                exported: ExportSection("meetup_requests", of: "Meetups", "A request to attend, with its message"),
                erase: .ofEither
            ) { record, exporting in
                guard let meetup = try MeetupRecord.of(record.request.meetupID, in: exporting.reader) else {
                    return nil
                }
                return exporting.element(about: record.hostID, record.request(at: meetup, now: exporting.now))
            }, .group(of: Self.toHost, erase: .ofEither))
    }
    /// The index of a host's open requests, by age.
    static let byHost = "host"
    /// The indexes of all requests by a requester, and of all requests to a host.
    private static let byRequester = "requester"
    private static let toHost = "to host"
    private static let retention: TimeInterval = 90 * 86_400

    private(set) var request: JoinRequest
    let hostID: UserID

    init(_ request: JoinRequest, to host: UserID) {
        self.request = request
        hostID = host
    }

    var key: String { request.id.rawValue }
    var expiresAt: Date { request.expiresAt.addingTimeInterval(Self.retention) }

    var indexEntries: [IndexEntry] {
        let rank = SortRank.rank(request.createdAt, request.id.rawValue)
        let all = [
            expiryEntry, IndexEntry(Self.byRequester, group: request.requesterID.rawValue, rank: rank),
            IndexEntry(Self.toHost, group: hostID.rawValue, rank: rank),
        ]
        guard request.status == .pending else { return all }
        return all + [IndexEntry(Self.byHost, group: hostID.rawValue, rank: rank)]
    }

    mutating func close(_ status: JoinRequestStatus, reason: DeclineReason? = nil, at now: Date) {
        request.status = status
        request.reason = reason
        request.decidedAt = now
    }

    /// Returns the request at a time. It expires earlier if the meetup now begins earlier.
    func request(at meetup: MeetupRecord, now: Date) -> JoinRequest {
        let end = meetup.times.requestExpires(askedAt: request.createdAt)
        let isPending = request.status == .pending
        let isExpired = isPending && (meetup.isCancelled || end <= now)
        return JoinRequest(
            id: request.id, meetupID: request.meetupID, requesterID: request.requesterID, message: request.message,
            companions: request.companions, status: isExpired ? .expired : request.status, reason: request.reason,
            createdAt: request.createdAt, expiresAt: isPending ? end : request.expiresAt,
            decidedAt: isExpired ? min(end, now) : request.decidedAt)
    }
}
