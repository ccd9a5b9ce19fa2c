public import Foundation
public import MapClustering
public import Meetups
import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The map of meetups: a viewport goes in, clusters come out.
///
/// Meetups that the user attends are shown where they are, all others only as numbers of a square. What the user does,
/// and what others do that concerns the user, moves the map by itself.
///
/// ```swift
/// let map = user.meetupMap()
/// await map.show(box, zoom: 12)
/// for cluster in map.clusters { draw(cluster.position, cluster.label()) }
/// switch map.open(cluster) {
/// case .zoom(let zoom, let middle): await map.show(box(around: middle, at: zoom), zoom: zoom)
/// case .list(let filter): await user.meetups.show(filter)
/// case .meetups(let own): open(own)
/// }
/// ```
@MainActor @Observable public final class MeetupMapViewModel {
    /// Which meetups are shown; its box is the viewport's, and is not in it.
    public private(set) var filter: MeetupFilter
    /// The part of the map that is looked at.
    public private(set) var box = MapBox.world
    /// How near it is looked at.
    public private(set) var zoom = 0

    /// The most clusters that are shown at once.
    public static let mostClusters = 500

    private let user: SignedInUser
    private var resource: Resource<MeetupMap>?
    /// What the server was asked for: somewhat more than was looked at.
    @ObservationIgnored private var asked: MapBox?
    @ObservationIgnored private var known: MeetupClusters?

    /// Where a tap on a cluster leads.
    public enum NextStep: Hashable, Sendable {
        /// Nearer, where the cluster falls apart.
        case zoom(to: Int, at: Coordinates)
        /// To the list of the meetups of its square.
        case list(MeetupFilter)
        /// To the user's own meetups, all at this place.
        case meetups([MeetupListing])
    }

    init(_ filter: MeetupFilter, user: SignedInUser) {
        self.filter = filter.withoutBox
        self.user = user
    }

    /// What the server says; its squares may reach beyond the viewport.
    public var map: LoadState<MeetupMap> { resource?.state ?? .idle }

    /// The instant before which all meetups are on the map; `nil` if all are.
    ///
    /// The first hour is an exception, and may be counted in part. Show a smaller box to count it in full.
    public var completeUntil: Date? { map.value?.completeUntil }

    /// Looks at a part of the map. The server is asked only where what is known does not reach.
    public func show(_ box: MapBox, zoom: Int) async {
        (self.box, self.zoom) = (box, zoom)
        guard needsMore(for: box) else { return }
        await ask(keeping: map.value)
    }

    /// Shows other meetups; nothing happens if the filter is the same.
    public func show(_ filter: MeetupFilter) async {
        let filter = filter.withoutBox
        guard filter != self.filter else { return }
        self.filter = filter
        await ask(keeping: nil)
    }

    /// Asks the server, again if it was asked before.
    public func load() async {
        if case .idle = user.myMeetups.meetups.items { await user.myMeetups.meetups.load() }
        guard let resource else { return await ask(keeping: nil) }
        await resource.load()
    }

    /// What the viewport shows, the most numerous first.
    public var clusters: [MeetupCluster] {
        current.clusters(in: box, zoom: zoom, limit: Self.mostClusters)
    }

    /// What a tap on a cluster does.
    public func open(_ cluster: MeetupCluster) -> NextStep {
        if let zoom = cluster.expansionZoom { return .zoom(to: zoom, at: cluster.position) }
        guard let square = cluster.squares.first, let map = map.value else { return .meetups(cluster.meetups) }
        return .list(map.filter(of: square, in: filter))
    }

    /// The viewport as a picture.
    public func picture(_ picture: ClusterMapSVG = ClusterMapSVG()) -> String {
        picture.text(of: current.index, in: box, limit: Self.mostClusters, words: user.words)
    }

    private var current: MeetupClusters {
        let now = user.now
        let own = user.myMeetups.meetups.known.filter {
            $0.meetup.standing.isAttending && $0.meetup.status == .scheduled && now < $0.meetup.plan.span.end
                && filter.admits($0.meetup.plan)
        }
        let content = MeetupClusters.Content(squares: map.value?.squares.elements ?? [], meetups: own)
        if let known, known.content == content { return known }
        let clusters = MeetupClusters(content)
        known = clusters
        return clusters
    }

    /// Whether what was asked for leaves out a part of the box, or may tell more of it alone.
    private func needsMore(for box: MapBox) -> Bool {
        guard let asked, resource != nil else { return true }
        return !asked.contains(box) || completeUntil != nil && box.width < asked.width / 4
    }

    private func ask(keeping known: MeetupMap?) async {
        let box = self.box.grown
        var filter = filter
        filter.box = BoundingBox(box)
        let resource = Resource(.meetupMap, on: user.log, known: known) { [service = user.plans.meetups, filter] in
            Snapshot(try await service.map(filter))
        }
        (self.resource, asked) = (resource, box)
        await resource.load()
    }
}

extension SignedInUser {
    /// The map of the meetups that the user may find or attends. Show a part of it.
    public func meetupMap(_ filter: MeetupFilter = MeetupFilter()) -> MeetupMapViewModel {
        MeetupMapViewModel(filter, user: self)
    }
}

extension MeetupFilter {
    fileprivate var withoutBox: MeetupFilter {
        var filter = self
        filter.box = nil
        return filter
    }
}

extension MapBox {
    /// With half of it more on each side, so that a small move asks for nothing.
    fileprivate var grown: MapBox {
        let height = (north - south) / 2
        return MapBox(
            west: west - width / 2, south: south - height, east: west + width * 1.5, north: north + height) ?? self
    }

    fileprivate func contains(_ other: MapBox) -> Bool {
        guard width < 360 else { return south <= other.south && other.north <= north }
        let start = (other.west - west + 720).truncatingRemainder(dividingBy: 360)
        return south <= other.south && other.north <= north && start + other.width <= width
    }
}

extension BoundingBox {
    /// The box, to a thousandth of a degree outwards; `nil` for one that goes around the Earth.
    fileprivate init?(_ box: MapBox) {
        guard box.width < 360 else { return nil }
        func rounded(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Double {
            (degrees * 1_000).rounded(rule) / 1_000
        }
        let east = rounded(box.west + box.width, .up)
        self.init(
            west: rounded(box.west, .down), south: rounded(box.south, .down), east: east > 180 ? east - 360 : east,
            north: rounded(box.north, .up))
    }
}
