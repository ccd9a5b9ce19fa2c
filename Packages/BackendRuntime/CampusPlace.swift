package import Matching
package import OrbitModels

extension BackendContext {
    /// The public point that the squares of a campus are counted from; `nil` if the host has told none.
    package func centre(of campus: String) -> Coordinates? {
        setting(configuration.otherCentres, of: campus) ?? configuration.campusCentre
    }

    /// What the people of a campus are compared by on a day, all interests alike.
    package func scale(of campus: String, on day: CalendarDay) -> CampusScale {
        CampusScale(timeZone: timeZone(of: campus), day: day, homes: HomeGrid(centre: centre(of: campus)))
    }
}
