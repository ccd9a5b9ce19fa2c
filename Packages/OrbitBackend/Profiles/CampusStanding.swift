import OrbitModels

/// What shows that a person is of their campus, in which role, and when that was seen last: at a sign-in.
struct CampusStanding: Codable, Hashable, Sendable {
    enum Evidence: String, Codable {
        /// The list of universities has the domain of the address, or one above it.
        case listedDomain = "listed_domain"
        /// The domain is under an academic suffix and in no list.
        case suffixRule = "suffix_rule"
        /// The operator vouches for the address.
        case vouchedFor = "operator"
    }

    let evidence: Evidence
    let role: CampusRole
    /// On the campus's calendar.
    let day: CalendarDay
}
