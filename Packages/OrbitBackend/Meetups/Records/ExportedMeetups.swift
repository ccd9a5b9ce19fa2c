import BackendRuntime
import OrbitModels

/// A meetup that the person hosts.
struct ExportedMeetup: Codable, Sendable {
    let meetup: Meetup
    /// The number of the occurrence in its series.
    let number: Int?
    /// The secret part of its address.
    let link: String
}

extension GuestRecord {
    /// The person's part in a meetup.
    struct ExportedPart: Codable, Sendable {
        let meetupID: MeetupID
        let attendance: Attendance

        enum CodingKeys: String, CodingKey {
            case attendance
            case meetupID = "meetup_id"
        }
    }
}

extension Exporting {
    /// Meetups as the person may know them.
    var view: MeetupView { MeetupView(of: account, context, at: now) }

    /// The counts of meetups and posts that the person may see. Reads the person's blocks once for all elements.
    func counts() throws -> VisibleCounts { try shared { try VisibleCounts(for: person, at: now, in: reader) } }
}
