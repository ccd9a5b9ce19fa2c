import OrbitModels
import Presentation

/// A plan that was changed here and elsewhere, joined part by part.
public struct MeetupEntryMerge: Hashable, Sendable {
    /// A part of a plan that is changed as a whole, named by the path of its first member on the wire. The times and
    /// their zone are one.
    public enum Part: String, Codable, CaseIterable, Hashable, Sendable {
        /// The sport goes with its level, the time with the end and the zone.
        case title, description, sport, time, place, capacity, visibility, approval, repeats
        /// What it is for.
        case eventType = "event_type"
        /// The interests it is about.
        case interestTags = "interest_tags"
        /// Until when people may ask to attend.
        case joinBy = "join_by"
        /// Whether attendees are asked to say again that they come.
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

        /// Whether two entries differ here.
        func differs(_ one: MeetupEntry, _ other: MeetupEntry) -> Bool {
            var copy = one
            self.copy(from: other, to: &copy)
            return copy != one
        }
    }

    /// What was changed on one side only is as that side has it, the rest as it was here.
    public let merged: MeetupEntry
    /// What was changed on both sides to different values; in ``merged`` as it was changed here.
    public let conflicts: [Part]

    /// Joins what was changed since `base`.
    public init(base: MeetupEntry, mine: MeetupEntry, theirs: MeetupEntry) {
        var merged = mine
        var conflicts: [Part] = []
        for part in Part.allCases where part.differs(base, theirs) {
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
    /// Touches every field of the parts that differ.
    mutating func touch(from before: MeetupEntry, to after: MeetupEntry) {
        for part in MeetupEntryMerge.Part.allCases where part.differs(before, after) {
            for path in part.paths { touch(path) }
        }
    }
}

extension MeetupEntryMerge.Part {
    /// The paths of its members on the wire.
    fileprivate var paths: [String] {
        switch self {
        case .time: ["time", "end_time", "time_zone"]
        case .sport: ["sport", "sport_level"]
        default: [rawValue]
        }
    }
}
