public import Foundation
public import OrbitModels

/// The criteria of a search for meetups.
///
/// Client and server both use this type to write and read the query. Both call ``admits(_:)`` to decide whether the
/// search finds a meetup. A pagination cursor is valid only for the filter that created it.
public struct MeetupFilter: Hashable, Sendable {
    /// The accepted sports. An empty set accepts all meetups, also those without a sport. On the wire `tennis,padel`.
    public var sports: Set<Sport>
    /// The accepted kinds of event. An empty set accepts all. On the wire `study,social`.
    public var eventTypes: Set<EventType>
    /// An interest that the meetup must be about.
    public var tag: Interest?
    /// The start of the period to search. Meetups that end after it are accepted. `nil` accepts all meetups that have
    /// not ended.
    public var from: Date?
    /// The end of the period to search, or `nil` for no limit. Meetups that start before it are accepted.
    public var to: Date?
    /// The area of the place. The place is compared as far as the user may see it.
    public var box: BoundingBox?
    /// Words to find in the title, the description or the tags. An empty text accepts all meetups.
    ///
    /// At most ``longestText`` characters count, and of these at most ``maxTextScalars`` Unicode scalars.
    public var text: String

    /// The maximum length of the searched text, in characters. Further characters are ignored.
    public static let longestText = 100
    /// The maximum length of the searched text, in Unicode scalars. Further scalars are ignored.
    ///
    /// A character can contain any number of scalars. Four are enough for a letter with its marks.
    public static let maxTextScalars = 4 * longestText

    /// Creates a filter. Without arguments, it accepts all meetups.
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

    /// The query items of `GET /meetups`. Equal filters have equal items, independent of the order of choices.
    public var query: [(name: String, value: String?)] {
        [
            ("sport", Self.list(sports)), ("event_type", Self.list(eventTypes)), ("tag", tag?.label),
            ("from", from.flatMap(RFC3339.string(from:))), ("to", to.flatMap(RFC3339.string(from:))),
            ("bbox", box?.description), ("q", text.isEmpty ? nil : SearchedWords(text).query),
        ]
    }

    /// Creates a filter from query items.
    ///
    /// - Parameter item: Returns the decoded value of a query item, or `nil` if the query does not have the item.
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

/// An error that reports a query item that cannot be read as a part of a filter.
public struct UnreadableMeetupFilter: Error, Hashable, Sendable {
    /// The name of the item.
    public let item: String

    /// Creates the error.
    public init(item: String) {
        self.item = item
    }
}

extension MeetupFilter {
    /// Whether the filter accepts a plan. The plan is the version that the user may see.
    ///
    /// The method checks neither whether the meetup has ended nor who may find it.
    public func admits(_ plan: MeetupPlan) -> Bool {
        guard admitsButForWords(plan) else { return false }
        // Most searches have no words.
        guard !text.isEmpty else { return true }
        var bytes = 0
        return SearchedWords(text).areFound(in: SearchableWords(of: plan), bytes: &bytes)
    }

    /// Whether the filter without ``text`` accepts a plan.
    package func admitsButForWords(_ plan: MeetupPlan) -> Bool {
        (sports.isEmpty || plan.sport.map(sports.contains) ?? false)
            && (eventTypes.isEmpty || eventTypes.contains(plan.eventType))
            && (tag.map(plan.interestTags.contains) ?? true)
            && (from.map { plan.span.end > $0 } ?? true) && (to.map { plan.span.start < $0 } ?? true)
            && (box.map { box in plan.place.coordinates.map(box.contains) ?? false } ?? true)
    }
}
