package import OrbitModels

/// What shows that a person is of their campus, in which role, and when that was seen last: at a sign-in.
package struct CampusStanding: Codable, Hashable, Sendable {
    package enum Evidence: String, Codable, Sendable {
        /// The list of universities has the domain of the address, or one above it.
        case listedDomain = "listed_domain"
        /// The domain is under an academic suffix and in no list.
        case suffixRule = "suffix_rule"
        /// The operator vouches for the address.
        case vouchedFor = "operator"
    }

    package let evidence: Evidence
    package let role: CampusRole
    /// On the campus's calendar.
    package let day: CalendarDay

    package init(evidence: Evidence, role: CampusRole, day: CalendarDay) {
        (self.evidence, self.role, self.day) = (evidence, role, day)
    }
}
