package io.effectivelyonce.endtoend.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.effectivelyonce.endtoend.fault.Catalogue;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void aSeedFixesEveryFaultAndEveryPause() {
        assertThat(new Schedule(7).steps(100)).isEqualTo(new Schedule(7).steps(100));
        assertThat(new Schedule(7).steps(100)).isNotEqualTo(new Schedule(8).steps(100));
    }

    @Test
    void aLongerScheduleBeginsLikeAShorterOne() {
        assertThat(new Schedule(7).steps(100))
                .startsWith(new Schedule(7).steps(30).toArray(Schedule.Step[]::new));
    }

    @Test
    void everyKindStrikesOnceBeforeAnyStrikesAgain() {
        int kinds = Catalogue.kinds().size();
        List<String> first = new Schedule(7)
                .steps(kinds).stream().map(step -> step.fault().kind()).toList();

        assertThat(first).doesNotHaveDuplicates().hasSizeGreaterThan(30);
    }

    @Test
    void everyFaultSaysWhatItIs() {
        assertThat(new Schedule(7).steps(200))
                .allSatisfy(step -> assertThat(step.fault().description()).isNotBlank());
    }
}
