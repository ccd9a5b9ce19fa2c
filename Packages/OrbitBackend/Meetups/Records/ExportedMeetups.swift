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

/// The person's part in a meetup.
struct ExportedPart: Codable, Sendable {
    let meetupID: MeetupID
    let attendance: Attendance

    enum CodingKeys: String, CodingKey {
        case attendance
        case meetupID = "meetup_id"
    }
}

/// A post that the person likes.
struct ExportedLike: Codable, Sendable {
    let postID: PostID

    enum CodingKeys: String, CodingKey {
        case postID = "post_id"
    }
}
