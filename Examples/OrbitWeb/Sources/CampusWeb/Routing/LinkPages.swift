import Foundation
import OrbitApp
import OrbitModels
import PageParts

/// The addresses of `DeepLink`, such as in a message that another device has sent. Each leads to the page of its place.
enum LinkPages {
    static let pages: [SitePage] = ["/open/{first}", "/open/{first}/{second}", "/open/{first}/{second}/{third}"].map {
        SitePage($0, load: { visit in target(of: visit) }, screen: WaitingScreen.screen)
    }

    /// Returns the path of the place, or that of the first page with the reason why there is no such place.
    @MainActor private static func target(of visit: PageVisit) -> String {
        let parts = ["first", "second", "third"].compactMap { visit.parameters[$0] }.map { PagePath.encoded($0) }
        let code = visit.query.value("link").map { "?link=\(PagePath.encoded($0))" } ?? ""
        guard let url = URL(string: "\(DeepLink.scheme):/\(parts.joined(separator: "/"))\(code)") else { return "/" }
        do throws(DeepLinkError) {
            return path(of: try DeepLink(url, host: nil))
        } catch {
            let home = visit.session.home
            visit.note(error.message(in: visit.words), at: home)
            return home
        }
    }

    /// Returns the path of the page that shows a place.
    static func path(of link: DeepLink) -> String {
        switch link {
        case .tab(let tab): PagePath.to(tab.rawValue)
        case .sheet(.person(let id)): PagePath.to("people", id.rawValue)
        case .sheet(.meetup(let id, let code)):
            PagePath.to(["meetups", id.rawValue], query: [("link", code?.reveal ?? "")])
        case .sheet(.rating(let id)): PagePath.to("meetups", id.rawValue, "ratings")
        case .sheet(.conversation(let id)): PagePath.to("chats", id.rawValue)
        case .sheet(.invitations): "/meetups/invitations"
        case .sheet(.requests): "/meetups/requests"
        case .sheet(.feature): "/"
        }
    }
}
