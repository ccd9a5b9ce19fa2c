import BackendRuntime
import OrbitModels

/// A meetup in the archive of its host.
struct ExportedMeetup: Codable, Sendable {
    let meetup: Meetup
    /// The number of the occurrence in its series.
    let number: Int?
    /// The secret part of the meetup's address.
    let link: String
}

extension GuestRecord {
    /// The person's attendance of a meetup in an archive.
    struct ExportedAttendance: Codable, Sendable {
        let meetupID: MeetupID
        let attendance: Attendance

        enum CodingKeys: String, CodingKey {
            case attendance
            case meetupID = "meetup_id"
        }
    }
}

extension ExportContext {
    /// The view of the person whose data is exported.
    var view: MeetupView { MeetupView(of: account, context, at: now) }

    /// Returns the counts of meetups and posts that the person may see. Reads the person's blocks once for all
    /// elements.
    func counts() throws -> VisibleCounts { try shared { try VisibleCounts(for: person, at: now, in: reader) } }
}
