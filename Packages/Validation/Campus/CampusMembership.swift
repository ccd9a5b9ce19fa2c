public import OrbitModels

/// The campus membership that a verified address proves.
///
/// Valid for the day of the check: people graduate and lists change, so check again each term.
public struct CampusMembership: Hashable, Sendable {
    /// What the membership rests on.
    public enum Evidence: Hashable, Sendable {
        /// The domain, or a parent domain, is in the list of universities.
        case listed
        /// The domain is under an academic suffix but in no list: an institution, but unknown which.
        case academicSuffix
    }

    /// The institution; `nil` if it is not listed.
    public let university: University?
    /// The domain that identifies the campus: as listed, or the name directly below the academic suffix.
    public let domain: String
    /// All domains by which the registry knows the institution, sorted; the same for each of its addresses, whatever the
    /// order of the list.
    public let institutionDomains: [String]
    /// From the address; usually `unknown`.
    public let role: CampusRole
    /// What the membership rests on.
    public let evidence: Evidence
}

extension CampusRole {
    private static let byLabel: [String: CampusRole] = {
        let labels: [(CampusRole, String)] = [
            // `alumnos` and `alunos` are students in Spanish and Portuguese, not alumni.
            (
                .student,
                """
                student students stud stu studenti studenten estudiante estudiantes alumno alumnos alumne aluno alunos \
                etu etud etudiant etudiants ogr ogrenci mahasiswa undergrad grad pgr
                """
            ),
            (.staff, "staff faculty fac employee employees mitarbeiter personal docente docentes dosen personel"),
            (.alumni, "alumni alum alumnus alumna alumnae alu egresado egresados exalumnos mezun"),
        ]
        return labels.reduce(into: [:]) { table, entry in
            for label in entry.1.split(separator: " ") { table[String(label)] = entry.0 }
        }
    }()

    /// The first label that names a role decides.
    init(labels: some Sequence<Substring>) {
        self = labels.lazy.compactMap { Self.byLabel[String($0)] }.first { _ in true } ?? .unknown
    }
}
