public import Foundation
public import MapClustering
public import Meetups
import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The map of meetups: it turns a viewport into clusters.
///
/// Meetups that the user attends are shown at their places. All other meetups are shown only as numbers of a square.
/// Actions of the user, and actions of other people that concern the user, update the map.
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
    /// The filter of the shown meetups. Its box is `nil`, because the viewport has the box.
    public private(set) var filter: MeetupFilter
    /// The shown part of the map.
    public private(set) var box = MapBox.world
    /// The zoom level.
    public private(set) var zoom = 0

    /// The maximum number of clusters that are shown at once.
    public static let maxClusters = 500

    private let user: SignedInUser
    private var resource: Resource<MeetupMap>?
    /// The box of the last request, somewhat larger than the viewport.
    @ObservationIgnored private var asked: MapBox?
    @ObservationIgnored private var known: MeetupClusters?

    /// The next step after a tap on a cluster.
    public enum NextStep: Hashable, Sendable {
        /// Zoom in to the level at which the cluster splits.
        case zoom(to: Int, at: Coordinates)
        /// Show the list of the meetups in its square.
        case list(MeetupFilter)
        /// Show the user's own meetups, all at this place.
        case meetups([MeetupListing])
    }

    init(_ filter: MeetupFilter, user: SignedInUser) {
        self.filter = filter.withoutBox
        self.user = user
    }

    /// The response of the server. Its squares may extend beyond the viewport.
    public var map: LoadState<MeetupMap> { resource?.state ?? .idle }

    /// The instant before which all meetups are on the map; `nil` if all meetups are on the map.
    ///
    /// The search begins at the time of the request, or at the start of ``filter`` if that is later. Some meetups of
    /// the hour in which the search begins may be missing. All later meetups before the instant are on the map. Show a
    /// smaller box to see the missing meetups too.
    public var completeUntil: Date? { map.value?.completeUntil }

    /// Shows a part of the map. Sends a request only if the known squares do not cover the part.
    public func show(_ box: MapBox, zoom: Int) async {
        (self.box, self.zoom) = (box, zoom)
        guard needsMore(for: box) else { return }
        await ask(keeping: map.value)
    }

    /// Changes the filter. Has no effect if the filter is the same.
    public func show(_ filter: MeetupFilter) async {
        let filter = filter.withoutBox
        guard filter != self.filter else { return }
        self.filter = filter
        await ask(keeping: nil)
    }

    /// Loads the map, again if it was loaded before.
    public func load() async {
        if case .idle = user.myMeetups.meetups.items { await user.myMeetups.meetups.load() }
        guard let resource else { return await ask(keeping: nil) }
        await resource.load()
    }

    /// The clusters in the viewport, the largest first.
    public var clusters: [MeetupCluster] {
        current.clusters(in: box, zoom: zoom, limit: Self.maxClusters)
    }

    /// Returns the next step after a tap on a cluster.
    public func open(_ cluster: MeetupCluster) -> NextStep {
        if let zoom = cluster.expansionZoom { return .zoom(to: zoom, at: cluster.position) }
        guard let square = cluster.squares.first, let map = map.value else { return .meetups(cluster.meetups) }
        return .list(map.filter(of: square, in: filter))
    }

    /// Returns the viewport as a picture.
    public func picture(_ picture: ClusterMapSVG = ClusterMapSVG()) -> String {
        picture.text(of: current.index, in: box, limit: Self.maxClusters, words: user.words)
    }

    private var current: MeetupClusters {
        let now = user.now
        let own = user.myMeetups.meetups.known.filter {
            $0.meetup.attendance.isAttending && $0.meetup.status == .scheduled && now < $0.meetup.plan.span.end
                && filter.admits($0.meetup.plan)
        }
        let content = MeetupClusters.Content(squares: map.value?.squares.elements ?? [], meetups: own)
        if let known, known.content == content { return known }
        let clusters = MeetupClusters(content)
        known = clusters
        return clusters
    }

    /// Whether showing the box needs a request. It does if the last request does not cover the box, or if a request for
    /// the smaller box may get a more complete response.
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
    /// The box extended by half of its size on each side, so that a small move needs no request.
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
    /// Rounds the box outwards to a thousandth of a degree; `nil` for a box around the whole Earth.
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
