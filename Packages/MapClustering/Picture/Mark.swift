import Drawing
import Foundation
import OrbitModels

/// A circle on a map.
struct Mark {
    let count: Int
    let kinds: [EventType: Int]
    private let id: ClusterID
    private let place: (x: Double, y: Double)
    /// The scale of the circle. It is less than 1 if the world is narrower than a tile, because clusters are then too
    /// close.
    private let size: Double

    init<Entity>(_ cluster: MapCluster<Entity>, in index: ClusterIndex<Entity>, on frame: MapFrame) {
        size = min(max(frame.scale / index.settings.tileSize, 0.5), 1)
        count = cluster.count
        kinds = index.kinds(in: cluster.id)
        id = cluster.id
        place = frame.point(cluster.position)
    }

    /// Returns the kinds ordered by decreasing number, then in display order.
    static func ordered(_ kinds: [EventType: Int]) -> [(key: EventType, value: Int)] {
        func rank(_ kind: EventType) -> Int { EventType.known.firstIndex(of: kind) ?? .max }
        return kinds.sorted { $0.value != $1.value ? $0.value > $1.value : rank($0.key) < rank($1.key) }
    }

    /// The radius: 7 pixels for one point, 13 for two, 2 more each time the number doubles, and at most 30.
    private var radius: Double { (count == 1 ? 7 : min(11 + 2 * log2(Double(count)), 30)) * size }

    /// The number in at most four characters, such as `12`, `3k` or `1M`.
    private var label: String {
        count < 1_000 ? "\(count)" : count < 1_000_000 ? "\(count / 1_000)k" : "\(count / 1_000_000)M"
    }

    private func spoken(in words: LocalizedStrings) -> String {
        let parts = Self.ordered(kinds).map { "\($0.value) \($0.key.name(in: words))" }
        return count == 1 ? parts.joined() : "\(count): \(parts.joined(separator: ", "))"
    }

    func draw(_ words: LocalizedStrings, in svg: inout SVGWriter) {
        let spoken = spoken(in: words)
        let colour = KindColour.of(Self.ordered(kinds).first?.key ?? .other)
        svg.open("g", [("role", "listitem"), ("aria-label", spoken), ("data-id", id.description)])
        svg.element("title", text: spoken)
        svg.circle(
            x: place.x, y: place.y, radius: radius,
            [("fill", colour.hex), ("fill-opacity", "0.92"), ("stroke", "#ffffff"), ("stroke-width", "2")])
        if count > 1 {
            svg.element(
                "text",
                [
                    ("x", SVGWriter.number(place.x)), ("y", SVGWriter.number(place.y)), ("dy", "0.35em"),
                    ("font-size", SVGWriter.number(min(radius * 0.85, 18))), ("font-weight", "bold"),
                    ("fill", "#ffffff"),
                ], text: label)
        }
        svg.close("g")
    }
}

/// The colour of a kind of points.
///
/// White text on the colour has a contrast of at least 4.5 : 1 (WCAG 2.2, 1.4.3). The colour itself has a contrast of
/// at least 3 : 1 with the background (WCAG 2.2, 1.4.11).
enum KindColour {
    static let background = RGB(hex: 0xF4F1EA)
    static let line = RGB(hex: 0xCFC9BC)
    static let text = RGB(hex: 0x4A463E)

    private static let all = [
        RGB(hex: 0x1F5FBF), RGB(hex: 0xB0286A), RGB(hex: 0x5B4636), RGB(hex: 0x7A3FB0), RGB(hex: 0x006B6B),
        RGB(hex: 0x9A4A00), RGB(hex: 0xB3261E), RGB(hex: 0x2E6B1F), RGB(hex: 0x555B66),
    ]

    static func of(_ kind: EventType) -> RGB {
        all[min(EventType.known.firstIndex(of: kind) ?? all.count - 1, all.count - 1)]
    }
}

extension EventType {
    /// Returns the front end's own name of the kind, or a name such as `language exchange`.
    func name(in words: LocalizedStrings) -> String {
        words.own(localizationCode, in: Self.vocabulary) ?? String(rawValue.map { $0 == "_" ? " " : $0 })
    }
}
