import Foundation

/// The addresses of all pages.
enum ClubPath: Hashable, Sendable {
    case home, signIn, stillThere, dashboard, rides, brevets, calculator, leaderboard, settings
    /// A brevet with its controls.
    case brevet(id: String)
    /// The page of a rider.
    case rider(id: String)

    /// Reads a path without a query. Returns `nil` for an address without a page.
    init?(_ path: String) {
        let parts = path.split(separator: "/").map { String($0).removingPercentEncoding ?? "" }
        switch (parts.first, parts.count) {
        case (nil, _): self = .home
        case ("sign-in", 1): self = .signIn
        case ("still-there", 1): self = .stillThere
        case ("dashboard", 1): self = .dashboard
        case ("rides", 1): self = .rides
        case ("brevets", 1): self = .brevets
        case ("calculator", 1): self = .calculator
        case ("leaderboard", 1): self = .leaderboard
        case ("settings", 1): self = .settings
        case ("brevets", 2): self = .brevet(id: parts[1])
        case ("riders", 2): self = .rider(id: parts[1])
        default: return nil
        }
    }
}

/// The tabs of MainTabView, and the pages beside them.
enum ClubTab: String, CaseIterable, Sendable {
    case dashboard, rides, brevets, calculator, leaderboard, settings

    /// The path of the page.
    var path: String { "/\(rawValue)" }

    /// The title in the navigation.
    var title: String {
        switch self {
        case .dashboard: "Home"
        case .rides: "Rides"
        case .brevets: "Brevets"
        case .calculator: "Times"
        case .leaderboard: "Season"
        case .settings: "Settings"
        }
    }
}
