import Foundation
import MapClustering
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation

/// The map of meetups. The address of the page contains the viewport, so that the map works without a script.
@MainActor enum MeetupMapScreen {
    /// The zoom of the first page, at which a campus fills the map.
    static let firstZoom = 12
    private nonisolated static let zooms = 2...18

    /// A viewport, from the query of the page.
    struct Viewport {
        let latitude: Double
        let longitude: Double
        let zoom: Int

        init(_ latitude: Double, _ longitude: Double, zoom: Int) {
            self.latitude = min(max(latitude, -85), 85)
            // Longitudes beyond the 180th meridian are on the other side.
            let turned = (longitude + 180).truncatingRemainder(dividingBy: 360)
            self.longitude = (turned < 0 ? turned + 360 : turned) - 180
            self.zoom = min(max(zoom, zooms.lowerBound), zooms.upperBound)
        }

        /// The size in degrees of longitude.
        var width: Double { 720 / Double(1 << zoom) }
        var height: Double { width * 0.75 }

        var box: MapBox {
            let east = longitude + width / 2
            return MapBox(
                west: longitude - width / 2, south: max(latitude - height / 2, -90), east: east,
                north: min(latitude + height / 2, 90)) ?? .world
        }

        var path: String {
            PagePath.to(
                ["meetups", "map"],
                query: [
                    ("lat", String(format: "%.4f", latitude)), ("lng", String(format: "%.4f", longitude)),
                    ("zoom", String(zoom)),
                ])
        }

        func moved(_ columns: Double, _ rows: Double, zoom change: Int = 0) -> Viewport {
            Viewport(latitude + rows * height / 2, longitude + columns * width / 2, zoom: zoom + change)
        }
    }

    /// The viewport of a page: its query, else the first known meetup, else the whole Earth.
    static func viewport(of visit: PageVisit, _ user: SignedInUser) -> Viewport {
        if let latitude = visit.query.number("lat"), let longitude = visit.query.number("lng") {
            return Viewport(latitude, longitude, zoom: visit.query.integer("zoom") ?? firstZoom)
        }
        let known = (user.myMeetups.meetups.known + user.meetups.meetups.known).lazy
            .compactMap(\.meetup.plan.place.coordinates).first
        guard let known else { return Viewport(0, 0, zoom: 2) }
        return Viewport(known.latitude, known.longitude, zoom: firstZoom)
    }

    static func screen(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        let map = model(visit, user)
        let viewport = Self.viewport(of: visit, user)
        let items = map.clusters.prefix(40).map { row($0, in: map, viewport, visit) }
        let list: Markup = items.isEmpty ? visit.empty(visit.words.empty(.meetups)) : "<ul class=\"list\">\(items)</ul>"
        let picture = map.picture(ClusterMapSVG(width: 800, height: 600))
        var until = Markup.empty
        if let date = map.completeUntil {
            until = "<p class=\"meta\">\(visit.word(.mapUntil, ["date": .text(visit.dates.dayAndTime(date))]))</p>"
        }
        return PageScreen(
            visit.words(HomeTab.meetups), tab: .meetups, isWide: true,
            [
                PageScreen.Region("links", MeetupListScreen.links(visit)),
                PageScreen.Region(
                    "map",
                    """
                    \(visit.failure(map.map.failure))
                    <div class="columns"><div class="map">\(Markup(trusted: picture))\(controls(viewport, visit))</div>
                    <div>\(until)\(list)</div></div>
                    """),
            ])
    }

    /// The model of the map. The session retains it while its pages are shown.
    static func model(_ visit: PageVisit, _ user: SignedInUser) -> MeetupMapViewModel {
        visit.session.models.model("map") { user.meetupMap() }
    }

    private static func row(
        _ cluster: MeetupCluster, in map: MeetupMapViewModel, _ viewport: Viewport, _ visit: PageVisit
    ) -> Markup {
        let label = cluster.label(in: visit.words)
        let kinds = cluster.kinds.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.prefix(3)
            .map { visit.kind($0.key) }
        let link: Markup
        switch map.open(cluster) {
        case .zoom(let zoom, let middle):
            let target = Viewport(middle.latitude, middle.longitude, zoom: max(zoom, viewport.zoom + 1))
            link = "<a href=\(target.path)>\(visit.word(.zoomInTo, ["count": .text(label)]))</a>"
        case .list(let filter):
            let box = filter.box.map(\.description) ?? ""
            let path = PagePath.to(["meetups"], query: [("box", box)])
            link = "<a href=\(path)>\(visit.word(.showMeetups, ["count": .text(label)]))</a>"
        case .meetups(let own):
            let items = own.map { listing -> Markup in
                "<a href=\(MeetupCard.path(of: listing))>\(name: listing.meetup.plan.title)</a> "
            }
            link = "\(items)"
        }
        return """
            <li class="card" id=\("cluster-\(cluster.position.latitude)-\(cluster.position.longitude)")>\(link) \(kinds)
            <p class="meta">\(visit.dates.dayAndTime(cluster.earliestStart))</p></li>
            """
    }

    private static func controls(_ viewport: Viewport, _ visit: PageVisit) -> Markup {
        let targets: [(PageWord, Viewport)] = [
            (.zoomIn, viewport.moved(0, 0, zoom: 1)), (.zoomOut, viewport.moved(0, 0, zoom: -1)),
            (.north, viewport.moved(0, 1)), (.south, viewport.moved(0, -1)), (.west, viewport.moved(-1, 0)),
            (.east, viewport.moved(1, 0)),
        ]
        let links = targets.map { word, target -> Markup in
            "<a class=\"button\" href=\(target.path)>\(visit.word(word))</a>"
        }
        return "<div class=\"actions\">\(links)</div>"
    }
}
