/// The nominal distance of a brevet.
public enum BrevetDistance: Int, CaseIterable, Hashable, Sendable {
    /// 200 km.
    case km200 = 200
    /// 300 km.
    case km300 = 300
    /// 400 km.
    case km400 = 400
    /// 600 km.
    case km600 = 600
    /// 1,000 km.
    case km1000 = 1_000
    /// 1,200 km.
    case km1200 = 1_200

    /// The nominal distance in kilometres.
    public var kilometres: Int { rawValue }

    /// The longest time of a finisher in minutes.
    ///
    /// Source: ACP, *Règlement des Brevets de Randonneurs Mondiaux*, and rusa.org, *ACP Brevet Control Times
    /// Calculator*. The limit of 1,200 km is that of 1,000 km plus 200 km at 13.333 km/h.
    public var limitMinutes: Int {
        switch self {
        case .km200: 13 * 60 + 30
        case .km300: 20 * 60
        case .km400: 27 * 60
        case .km600: 40 * 60
        case .km1000: 75 * 60
        case .km1200: 90 * 60
        }
    }

    /// The longest permitted route: the nominal distance plus 20 %, in kilometres.
    public var maxRouteKilometres: Int { rawValue * 12 / 10 }
}
