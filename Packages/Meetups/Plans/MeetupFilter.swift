public import Foundation
public import OrbitModels

/// Which meetups a user looks for. Both sides read and write its query here, and ``admits(_:)`` decides on both.
///
/// A cursor belongs to the filter that it was made for.
public struct MeetupFilter: Hashable, Sendable {
    /// Any of these; none for all, and for meetups without a sport. On the wire `tennis,padel`.
    public var sports: Set<Sport>
    /// Any of these; none for all. On the wire `study,social`.
    public var eventTypes: Set<EventType>
    /// About this interest.
    public var tag: Interest?
    /// Not over by then; `nil` for those that are not over yet.
    public var from: Date?
    /// Begins before then.
    public var to: Date?
    /// The place lies here, as far as the user may know it.
    public var box: BoundingBox?
    /// Words of the title, the description or the tags; empty for all. At most ``longestText`` characters count, and of
    /// these at most ``maxTextScalars`` Unicode scalars.
    public var text: String

    /// How much of the searched text counts, in characters.
    public static let longestText = 100
    /// How much of the searched text counts, in Unicode scalars. A character can be a chain of any length; four scalars
    /// are enough for a letter with its marks.
    public static let maxTextScalars = 4 * longestText

    /// Creates a filter; without arguments, it admits everything.
    public init(
        sports: Set<Sport> = [], eventTypes: Set<EventType> = [], tag: Interest? = nil, from: Date? = nil,
        to: Date? = nil, box: BoundingBox? = nil, text: String = ""
    ) {
        self.sports = sports
        self.eventTypes = eventTypes
        self.tag = tag
        self.from = from
        self.to = to
        self.box = box
        self.text = text
    }

    /// The items of the query of `GET /meetups`: equal filters have equal items, whatever was chosen first.
    public var query: [(name: String, value: String?)] {
        [
            ("sport", Self.list(sports)), ("event_type", Self.list(eventTypes)), ("tag", tag?.label),
            ("from", from.flatMap(RFC3339.string(from:))), ("to", to.flatMap(RFC3339.string(from:))),
            ("bbox", box?.description), ("q", text.isEmpty ? nil : SearchedWords(text).query),
        ]
    }

    /// Reads the items of a query.
    ///
    /// - Parameter item: the value of an item, decoded; `nil` if there is none.
    /// - Throws: ``UnreadableMeetupFilter`` with the name of the first item that cannot be read.
    public init(query item: (_ name: String) -> String?) throws(UnreadableMeetupFilter) {
        self.init(
            sports: Set(Self.values(item("sport"))), eventTypes: Set(Self.values(item("event_type"))),
            tag: item("tag").map { Interest(String($0.unicodeScalars.prefix(Self.longestText))) },
            from: try Self.date("from", item), to: try Self.date("to", item), text: item("q") ?? "")
        if let text = item("bbox") {
            guard let box = BoundingBox(text) else { throw UnreadableMeetupFilter(item: "bbox") }
            self.box = box
        }
    }

    private static func list<Value: OpenEnum>(_ values: Set<Value>) -> String? {
        values.isEmpty ? nil : values.map(\.rawValue).sorted().joined(separator: ",")
    }

    private static func values<Value: OpenEnum>(_ text: String?) -> [Value] {
        (text ?? "").unicodeScalars.prefix(1_000).split(separator: ",").map { Value(rawValue: String($0)) }
    }

    private static func date(
        _ name: String, _ item: (String) -> String?
    ) throws(UnreadableMeetupFilter) -> Date? {
        guard let text = item(name) else { return nil }
        guard let date = RFC3339.date(from: text) else { throw UnreadableMeetupFilter(item: name) }
        return date
    }
}

/// An item of a query that is no part of a filter.
public struct UnreadableMeetupFilter: Error, Hashable, Sendable {
    /// The name of the item.
    public let item: String

    /// Creates the error.
    public init(item: String) {
        self.item = item
    }
}

extension MeetupFilter {
    /// Whether a meetup of this plan, as the user may know it, is one of those looked for. When it is over, or who may
    /// find it, is no part of this.
    public func admits(_ plan: MeetupPlan) -> Bool {
        guard admitsButForWords(plan) else { return false }
        // Most searches have none.
        guard !text.isEmpty else { return true }
        var bytes = 0
        return SearchedWords(text).areFound(in: SearchableWords(of: plan), bytes: &bytes)
    }

    /// The same, whatever ``text`` is.
    package func admitsButForWords(_ plan: MeetupPlan) -> Bool {
        (sports.isEmpty || plan.sport.map(sports.contains) ?? false)
            && (eventTypes.isEmpty || eventTypes.contains(plan.eventType))
            && (tag.map(plan.interestTags.contains) ?? true)
            && (from.map { plan.span.end > $0 } ?? true) && (to.map { plan.span.start < $0 } ?? true)
            && (box.map { box in plan.place.coordinates.map(box.contains) ?? false } ?? true)
    }
}
