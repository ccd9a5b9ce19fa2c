import OrbitModels
import Presentation

/// A three-way merge of a plan that was changed both in the form and on the server.
public struct MeetupEntryMerge: Hashable, Sendable {
    /// A part of a plan that changes as a whole, named by the path of its first member on the wire.
    ///
    /// The times and their zone form one part.
    public enum FieldGroup: String, Codable, CaseIterable, Hashable, Sendable {
        /// The part `sport` includes the level. The part `time` includes the end and the time zone.
        case title, description, sport, time, place, capacity, visibility, approval, repeats
        /// The kind of event.
        case eventType = "event_type"
        /// The interests that the meetup is about.
        case interestTags = "interest_tags"
        /// The time until which people may ask to attend.
        case joinBy = "join_by"
        /// Whether attendees are asked to confirm again.
        case asksToReconfirm = "reconfirm"

        /// Copies the part from one entry to another.
        public func copy(from source: MeetupEntry, to target: inout MeetupEntry) {
            switch self {
            case .title: target.title = source.title
            case .description: target.description = source.description
            case .sport: (target.sport, target.sportLevel) = (source.sport, source.sportLevel)
            case .time: (target.start, target.end, target.timeZone) = (source.start, source.end, source.timeZone)
            case .place: target.place = source.place
            case .capacity: target.capacity = source.capacity
            case .visibility: target.visibility = source.visibility
            case .approval: target.approval = source.approval
            case .repeats: target.repeats = source.repeats
            case .eventType: target.eventType = source.eventType
            case .interestTags: target.interestTags = source.interestTags
            case .joinBy: target.joinBy = source.joinBy
            case .asksToReconfirm: target.asksToReconfirm = source.asksToReconfirm
            }
        }

        /// Whether two entries differ in this part.
        func differs(_ one: MeetupEntry, _ other: MeetupEntry) -> Bool {
            var copy = one
            self.copy(from: other, to: &copy)
            return copy != one
        }
    }

    /// The merged entry. A part that changed on only one side has that side's value. A conflict has the form's value.
    public let merged: MeetupEntry
    /// The parts that changed on both sides to different values.
    public let conflicts: [FieldGroup]

    /// Creates the merge of an entry.
    ///
    /// - Parameters:
    ///   - base: The entry before both changes.
    ///   - mine: The entry of the form.
    ///   - theirs: The entry on the server.
    public init(base: MeetupEntry, mine: MeetupEntry, theirs: MeetupEntry) {
        var merged = mine
        var conflicts: [FieldGroup] = []
        for part in FieldGroup.allCases where part.differs(base, theirs) {
            if !part.differs(base, mine) {
                part.copy(from: theirs, to: &merged)
            } else if part.differs(mine, theirs) {
                conflicts.append(part)
            }
        }
        (self.merged, self.conflicts) = (merged, conflicts)
    }
}

extension TouchedFields {
    /// Marks every field of the parts that differ as touched.
    mutating func touch(from before: MeetupEntry, to after: MeetupEntry) {
        for part in MeetupEntryMerge.FieldGroup.allCases where part.differs(before, after) {
            for path in part.paths { touch(path) }
        }
    }
}

extension MeetupEntryMerge.FieldGroup {
    /// The paths of the part's members on the wire.
    fileprivate var paths: [String] {
        switch self {
        case .time: ["time", "end_time", "time_zone"]
        case .sport: ["sport", "sport_level"]
        default: [rawValue]
        }
    }
}
